/// The newest element of one combined source, at a fixed place: reading it needs no metadata but the element's.
@usableFromInline final class CombineSlot<Element> {
  // Touched by the owner of the core's gate.
  @usableFromInline let place = UnsafeMutablePointer<Element>.allocate(capacity: 1)
  @usableFromInline @exclusivity(unchecked) var isFilled = false

  @inlinable init() {}

  @inlinable convenience init(of source: Observable<Element>) { self.init() }

  deinit {
    if isFilled { place.deinitialize(count: 1) }
    place.deallocate()
  }

  /// The newest element; there must be one.
  @inlinable func newest() -> Element { place.pointee }

  /// Answers whether it is the first element.
  @inlinable func fill(_ element: Element) -> Bool {
    if isFilled {
      place.pointee = element
      return false
    }
    place.initialize(to: element)
    isFilled = true
    return true
  }
}
