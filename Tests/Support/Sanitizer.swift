internal import Foundation

/// Whether the thread or the address sanitizer is in the process: frames are several times as large then, so that tests
/// of depth go less deep.
public let isSanitized = (["__tsan_init", "__asan_init"] as [String]).contains { name in dlsym(nil, name) != nil }
