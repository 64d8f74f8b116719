/// An interceptor that keeps or shares whole bodies in memory, as a cache does.
///
/// Downloads and streams of elements go past it: their bodies belong to one caller, and are never whole in memory.
public protocol BodySharingInterceptor: Interceptor {}

extension CacheInterceptor: BodySharingInterceptor {}
extension CoalescingInterceptor: BodySharingInterceptor {}
