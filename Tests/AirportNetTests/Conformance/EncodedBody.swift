import Foundation

/// Bodies in the encodings of the web, made by other programs: Python's zlib and Brotli, and zstd.
enum EncodedBody {
  /// What all but the bombs decode to.
  static let text = Data(
    (0..<60).map { number in
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      return "Gate \(two(number)) opens at \(two(number * 7 % 24)):\(two(number * 13 % 60)).\n"
    }.joined().utf8)

  /// One member (RFC 1952).
  static let gzip = decoded(
    """
    H4sIAAAAAAACA1XSQUqEQQyE0b2nmBNIUkm6+88FPIcLtyo498dBLCa1C7UIPPje3u8fN7Pb1/fH58/t/f642+z15e1v97Hv\
    9uCO5+7ZWNzjucM7Lu45/mQXuNf4423FfY39tB/ue/x5/HfuZ+ynM7lf40917f/dhxdop9entxr0+vSig14fXr866fXpRRu9\
    Prx2tdPr07sa9PrwIjrp9eldXfT69EYbvZhea9CL6Y0OejG91kkvpnd30YuUfpxelPQDerGkn6AXW/openGkH6MXl/Tj9IZJ\
    P0FvuPST9Aakn6I3QvoxeiOlH9AbJf0EvbGkn6Q3tvRj9MaRfpzeuKQf0Jsm/SS96dJP0ZuQfozeDOnH6c2UfoLeLOkn6c0l\
    /RS9uaUfpzeP9AN685J+gt4y6afoLZd+jN6C9OP0Vkg/oLdS+kl6q6SforeW9GP01pZ+QG8d6SforUv6yYf3F8m4T3+gBQAA
    """)
  /// Two members.
  static let twoMembers = decoded(
    """
    H4sIAAAAAAACA1XSQWoDQRBD0X1OMScIJXX3TI8u4HN44W1isO9PTLCwelf8RcEDXa7P21a1/d5vP4/t+nzdqvr+uvx3RD+E\
    5s5PRxd39/bphNrp3uNP16D7iD9QDfc9+hSm+xF/Xv/hPqNP9e5+xp+hcbw7wksK9iK9Q7QX6aWavQgvTnV7kV6q7EV46xTs\
    RXp30V6El03dXqR317AX6W0qe5neEu1lepuavUxvqdvL9B4a9rIv+4G9HMt+aC/3ZT/NXh7Lfoa9nMt+6u39A6GA6rK8AgAA\
    H4sIAAAAAAACA1XSuW1DURBD0dxV/AqMWTh/YQOuQ4FS2YDUP+SEEF96AwIH4FbX9vt3fzy322vLZB7fXz+3133rsH6yQz0/\
    PZJo9bJ+cnb1tp1hXOr49CpWqY/tDHvUd9sp4lQ/rF+MVD9tp5hQN29cLHnh3p2QF+at5sgL9+4MeeHeZsoL9wZbXri3CXnh\
    3uDIC/ceTHnh3mDJC/cebHnHveDIO+5NhrzjXjDlnV7+U/IOlv9A3pnlPyPv7Mt/Qt45lv+UvHMu/2l551r+g3/vG/NQUVjk\
    AgAA
    """)
  /// The deflate of RFC 9110: zlib's format (RFC 1950).
  static let zlib = decoded(
    """
    eNpV0kFKhEEMhNG9p5gTSFJJuvvPBTyHC7cqOPfHQSwmtQu1CDz43t7vHzez29f3x+fP7f3+uNvs9eXtb/ex7/bgjufu2Vjc\
    47nDOy7uOf5kF7jX+ONtxX2N/bQf7nv8efx37mfspzO5X+NPde3/3YcXaKfXp7ca9Pr0ooNeH16/Oun16UUbvT68drXT69O7\
    GvT68CI66fXpXV30+vRGG72YXmvQi+mNDnoxvdZJL6Z3d9GLlH6cXpT0A3qxpJ+gF1v6KXpxpB+jF5f04/SGST9Bb7j0k/QG\
    pJ+iN0L6MXojpR/QGyX9BL2xpJ+kN7b0Y/TGkX6c3rikH9CbJv0kvenST9GbkH6M3gzpx+nNlH6C3izpJ+nNJf0UvbmlH6c3\
    j/QDevOSfoLeMumn6C2XfozegvTj9FZIP6C3UvpJequkn6K3lvRj9NaWfkBvHekn6K1L+smH9xfq0Y1+
    """)
  /// The deflate of some servers: without a header (RFC 1951).
  static let bare = decoded(
    """
    VdJBSoRBDITRvaeYE0hSSbr7zwU8hwu3Kjj3x0EsJrULtQg8+N7e7x83s9vX98fnz+39/rjb7PXl7W/3se/24I7n7tlY3OO5\
    wzsu7jn+ZBe41/jjbcV9jf20H+57/Hn8d+5n7KczuV/jT3Xt/92HF2in16e3GvT69KKDXh9evzrp9elFG70+vHa10+vTuxr0\
    +vAiOun16V1d9Pr0Rhu9mF5r0IvpjQ56Mb3WSS+md3fRi5R+nF6U9AN6saSfoBdb+il6caQfoxeX9OP0hkk/QW+49JP0BqSf\
    ojdC+jF6I6Uf0Bsl/QS9saSfpDe29GP0xpF+nN64pB/Qmyb9JL3p0k/Rm5B+jN4M6cfpzZR+gt4s6SfpzSX9FL25pR+nN4/0\
    A3rzkn6C3jLpp+gtl36M3oL04/RWSD+gt1L6SXqrpJ+it5b0Y/TWln5Abx3pJ+itS/rJh/cX
    """)
  /// RFC 7932.
  static let brotli = decoded(
    """
    G58FIBwJduzEZkzyxgiVDg42Y2UA6lt8KCBDjjSg5lct6D8OFtnis77wroXYJJgVn8j1ooIpKQvn/X8+UvR3+c8fqWR2Efko\
    H+WMfOqpZu2A5rOHp3tC8NvT6nswu0/obOhfmXHAYsanAZOZPgQOmzkaOBYIxYhjIjHSmGsxQszlmEoMFlOKAc54koA607OE\
    kTObEyYJVmd8lGA408cpR905lnIoJUiRpERTZCkXKeKUKxm1DCijyIC98TQD86ZHGWNvtmSv5Ndb
    """)
  /// RFC 8878.
  static let zstd = decoded(
    """
    KLUv/QRoTQgAJpgyE8Cl2sA23NUXX0iR3d07JVZUOSwyACoAKgBx1+EPy95maz49kRut8bKst9Lw7XgulIvXQb7U0RfLQYE8\
    SSgwEAgCDgMCBJJwKDAABLzQOq/L4lIavzjuSbl5NUjOOuLB0qfp4qMnc6JVHi7zqTT9ccybcvJrUKfl+mgQT3TMw6WcSin/\
    eNKbVv5aJndp4sOxb8vx06C50SEvy7iVUX17EoNCyYcncdvqT8t4I828HMutcn4b1AsdfF3OpZyKF0980tpXy+YsjTw4jnao\
    EdCRkN9/A+DnEBIB8YIPqaquqrpFza069auwmshUd3VVQROZ6q6uKmgiU93VVQVNZKq7unoMPxakKh/WjnI=
    """)
  /// `br, gzip`.
  static let brotliInGzip = decoded(
    """
    H4sIAAAAAAACAwHJADb/G58FIBwJduzEZkzyxgiVDg42Y2UA6lt8KCBDjjSg5lct6D8OFtnis77wroXYJJgVn8j1ooIpKQvn\
    /X8+UvR3+c8fqWR2EfkoH+WMfOqpZu2A5rOHp3tC8NvT6nswu0/obOhfmXHAYsanAZOZPgQOmzkaOBYIxYhjIjHSmGsxQszl\
    mEoMFlOKAc54koA607OEkTObEyYJVmd8lGA408cpR905lnIoJUiRpERTZCkXKeKUKxm1DCijyIC98TQD86ZHGWNvtmSv5Ndb\
    XTGiUskAAAA=
    """)
  /// `deflate, gzip`.
  static let zlibInGzip = decoded(
    """
    H4sIAAAAAAACAwFcAaP+eNpV0kFKhEEMhNG9p5gTSFJJuvvPBTyHC7cqOPfHQSwmtQu1CDz43t7vHzez29f3x+fP7f3+uNvs\
    9eXtb/ex7/bgjufu2Vjc47nDOy7uOf5kF7jX+ONtxX2N/bQf7nv8efx37mfspzO5X+NPde3/3YcXaKfXp7ca9Pr0ooNeH16/\
    Oun16UUbvT68drXT69O7GvT68CI66fXpXV30+vRGG72YXmvQi+mNDnoxvdZJL6Z3d9GLlH6cXpT0A3qxpJ+gF1v6KXpxpB+j\
    F5f04/SGST9Bb7j0k/QGpJ+iN0L6MXojpR/QGyX9BL2xpJ+kN7b0Y/TGkX6c3rikH9CbJv0kvenST9GbkH6M3gzpx+nNlH6C\
    3izpJ+nNJf0UvbmlH6c3j/QDevOSfoLeMumn6C2XfozegvTj9FZIP6C3UvpJequkn6K3lvRj9NaWfkBvHekn6K1L+smH9xfq\
    0Y1+Yk/I4lwBAAA=
    """)
  /// A million zero bytes.
  static let gzipBomb = decoded(
    "H4sIAAAAAAACA+3BAQEAAACCIP+vbkhAAQ"
      + String(repeating: "A", count: 1290) + "rwaey3kSQEIPAA==")
  /// A million zero bytes.
  static let brotliBomb = decoded(
    """
    Wz9Cj38CIB4LBPJzHgA=
    """)
  /// A million zero bytes.
  static let zstdBomb = decoded(
    """
    KLUv/QRoTAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAxIKAMyuyjk=
    """)

  private static func decoded(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }
}
