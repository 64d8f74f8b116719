import Foundation

/// A document with two airports, for tests that do not need thousands.
let smallDocument = Data(#"[{"code":"QA1","lat":"1","lon":"2"},{"code":"QA2","lat":"3","lon":"4"}]"#.utf8)
