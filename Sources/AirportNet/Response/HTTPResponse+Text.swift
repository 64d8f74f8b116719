public import Foundation

extension HTTPResponse {
  /// The body as text.
  ///
  /// It is read in the charset that its Content-Type names (EUC-KR as Windows code page 949, which holds it), else in
  /// the one that a byte order mark names, else as UTF-8. The mark is no part of the text.
  /// - Parameter encoding: The encoding to read it in, whatever the answer says.
  /// - Throws: `NetworkError.undecodable` when the bytes are no text in that encoding; the body is kept.
  public func text(encoding: String.Encoding? = nil) throws(NetworkError) -> String {
    guard !body.isEmpty, !forbidsBody else { return "" }
    let declared = encoding ?? Charset.named(in: headers.values(for: "Content-Type").first)
    let marked = Charset.marked(body)
    let used = declared ?? marked?.encoding ?? .utf8
    let bytes = marked.map { $0.fits(used) ? body.dropFirst($0.length) : body } ?? body
    guard let text = Charset.text(bytes, used, marked) else {
      throw .undecodable(.init(reason: "the bytes are no text in \(used)", type: "String", response: self))
    }
    return text
  }
}

private enum Charset {
  struct Mark {
    var encoding: String.Encoding
    var length: Int

    // A charset without a byte order leaves it to the mark.
    func fits(_ declared: String.Encoding) -> Bool {
      declared == encoding || (declared == .utf16 && length == 2) || (declared == .utf32 && length == 4)
    }
  }

  static func text(_ bytes: Data, _ encoding: String.Encoding, _ mark: Mark?) -> String? {
    switch encoding {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .utf16: String(data: bytes, encoding: mark?.encoding ?? .utf16BigEndian)
    case .utf32: String(data: bytes, encoding: mark?.encoding ?? .utf32BigEndian)
    default: String(data: bytes, encoding: encoding)
    }
  }

  static func marked(_ data: Data) -> Mark? {
    let first = Array(data.prefix(4))
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { return Mark(encoding: .utf8, length: 3) }
    if first == [0xFF, 0xFE, 0, 0] { return Mark(encoding: .utf32LittleEndian, length: 4) }
    if first == [0, 0, 0xFE, 0xFF] { return Mark(encoding: .utf32BigEndian, length: 4) }
    if first.starts(with: [0xFF, 0xFE]) { return Mark(encoding: .utf16LittleEndian, length: 2) }
    if first.starts(with: [0xFE, 0xFF]) { return Mark(encoding: .utf16BigEndian, length: 2) }
    return nil
  }

  static func named(in contentType: String?) -> String.Encoding? {
    let parameters = contentType?.split(separator: ";").dropFirst() ?? []
    for parameter in parameters {
      let pair = parameter.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces).lowercased()
      }
      if pair.count == 2, pair[0] == "charset" { return encodings[pair[1].filter { $0 != "\"" && $0 != "'" }] }
    }
    return nil
  }

  // The labels of the WHATWG Encoding Standard, where Foundation has the encoding. Numbers are CFStringEncodings.
  private static let encodings: [String: String.Encoding] = {
    var table: [String: String.Encoding] = [
      "utf-8": .utf8, "utf8": .utf8, "us-ascii": .windowsCP1252, "ascii": .windowsCP1252,
      "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "windows-1252": .windowsCP1252,
      "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1253": .windowsCP1253,
      "windows-1254": .windowsCP1254, "iso-8859-2": .isoLatin2, "utf-16": .utf16, "utf-16le": .utf16LittleEndian,
      "utf-16be": .utf16BigEndian, "utf-32": .utf32, "utf-32le": .utf32LittleEndian, "utf-32be": .utf32BigEndian,
      "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "sjis": .shiftJIS, "euc-jp": .japaneseEUC,
      "iso-2022-jp": .iso2022JP,
    ]
    let others: [(UInt, [String])] = [
      (0x0422, ["euc-kr", "euckr", "ks_c_5601-1987", "ksc5601", "cp949", "ms949", "windows-949", "uhc", "korean"]),
      (0x0632, ["gb18030", "gbk", "gb2312", "gb_2312-80", "chinese", "euc-cn"]), (0x0A03, ["big5", "big5-hkscs"]),
      (0x0A02, ["koi8-r"]), (0x020F, ["iso-8859-15"]), (0x0205, ["iso-8859-5"]),
    ]
    for (number, labels) in others {
      for label in labels { table[label] = String.Encoding(rawValue: 0x8000_0000 | number) }
    }
    return table
  }()
}
