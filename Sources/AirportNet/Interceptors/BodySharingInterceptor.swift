/// An interceptor that keeps or shares whole bodies in memory, as a cache does.
///
/// Downloads go past it: their bodies are in files, which belong to one caller.
public protocol BodySharingInterceptor: Interceptor {}

extension CacheInterceptor: BodySharingInterceptor {}
extension CoalescingInterceptor: BodySharingInterceptor {}
