print("airports")
