import AirportNet
import Foundation
import Testing

@Suite("CoalescingPolicy")
struct CoalescingPolicyTests {
  private func request(
    _ address: String = "http://host.test/a?q=1", _ method: String = "GET", _ headers: [String: String] = [:],
    timeout: TimeInterval = 5, body: String? = nil
  ) throws -> URLRequest {
    URLRequest(try #require(URL(string: address)), method, timeout: timeout, headers: headers, body: body)
  }

  @Test(
    "scheme, host, an empty path, the scheme's port and the fragment are read as HTTP reads them",
    arguments: [
      ("http://host.test/a?q=1", "HTTP://HOST.test/a?q=1#x"), ("http://host.test", "http://host.test:80/"),
      ("https://host.test/a", "https://host.test:443/a"), ("http://[::1]:8080/a", "http://[::1]:8080/a#b"),
    ])
  func sameAddress(_ first: String, _ second: String) throws {
    #expect(CoalescingPolicy().areSame(try request(first), try request(second)))
  }

  @Test(
    "another path, query, port or scheme is another request",
    arguments: [
      "http://host.test/A?q=1", "http://host.test/a?q=2", "http://host.test/a", "http://host.test:81/a?q=1",
      "https://host.test/a?q=1", "http://other.test/a?q=1", "http://host.test/a?Q=1",
    ])
  func otherAddress(_ address: String) throws {
    #expect(!CoalescingPolicy().areSame(try request(), try request(address)))
  }

  @Test("the fields count but for those that are listed, names in either case")
  func fields() throws {
    let policy = CoalescingPolicy(ignoredHeaders: ["X-Request-Id"])
    let first = try request("http://host.test/a", "GET", ["Accept": "text/plain", "X-Request-Id": "1"])
    let second = try request("http://host.test/a", "GET", ["accept": "text/plain", "x-request-id": "2"])
    #expect(policy.areSame(first, second))
    #expect(!CoalescingPolicy().areSame(first, second))
    #expect(!policy.areSame(first, try request("http://host.test/a", "GET", ["Accept": "text/html"])))
    let (one, other) = (["Authorization": "Bearer a"], ["Authorization": "Bearer b"])
    #expect(
      !policy.areSame(try request("http://host.test/a", "GET", one), try request("http://host.test/a", "GET", other)))
  }

  @Test(
    "only GET and HEAD without a body share, each with its own kind", arguments: ["POST", "PUT", "DELETE", "QUERY"])
  func methods(_ method: String) throws {
    let policy = CoalescingPolicy()
    #expect(!policy.areSame(try request("http://host.test/a", method), try request("http://host.test/a", method)))
    #expect(policy.areSame(try request("http://host.test/a", "HEAD"), try request("http://host.test/a", "HEAD")))
    #expect(!policy.areSame(try request("http://host.test/a", "HEAD"), try request("http://host.test/a", "GET")))
    let withBody = try request("http://host.test/a", "GET", body: "b")
    #expect(!policy.areSame(withBody, withBody))
  }

  @Test("who waits less long does not wait for one that waits longer")
  func limits() throws {
    #expect(!CoalescingPolicy().areSame(try request(timeout: 5), try request(timeout: 60)))
    var reload = try request()
    reload.cachePolicy = .reloadIgnoringLocalCacheData
    #expect(!CoalescingPolicy().areSame(try request(), reload))
  }
}
