internal import Foundation

/// The media types of files, by the ends of their names.
enum MediaType {
  /// The type that the end of the name stands for; `application/octet-stream` for one that is not known.
  static func type(of file: URL) -> String { types[file.pathExtension.lowercased()] ?? "application/octet-stream" }

  private static let types = [
    "aac": "audio/aac", "avif": "image/avif", "bmp": "image/bmp", "css": "text/css", "csv": "text/csv",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "epub": "application/epub+zip",
    "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic", "htm": "text/html", "html": "text/html",
    "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
    "json": "application/json", "m4a": "audio/mp4", "m4v": "video/mp4", "md": "text/markdown", "mov": "video/quicktime",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg",
    "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "rtf": "application/rtf",
    "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff", "tiff": "image/tiff",
    "txt": "text/plain", "vcf": "text/vcard", "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm",
    "webp": "image/webp", "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
    "zip": "application/zip",
  ]
}
