import Foundation
import TestSupport
import Testing

@testable import tj

/// What a repository brings that may start programs.
@Suite struct RepositoryTrustTests {
  @Test(
    "settings that start programs, or lead elsewhere, are no harmless ones",
    arguments: [
      "core.sshcommand", "core.hookspath", "core.fsmonitor", "core.editor", "core.pager",
      "core.askpass", "filter.x.clean", "merge.x.driver", "diff.x.textconv", "gpg.program",
      "credential.helper", "include.path", "includeif.gitdir:x.path", "remote.origin.uploadpack",
      "remote.origin.vcs", "remote.origin.mirror", "url.x.insteadof", "branch.main.mergeoptions",
      "extensions.worktreeconfig", "submodule.x.update", "protocol.ext.allow", "user", "",
    ])
  func harmful(key: String) { #expect(!GitProbe.isHarmless(key)) }

  @Test(
    "what every clone has is harmless",
    arguments: [
      "core.bare", "core.filemode", "remote.origin.url", "remote.a.b.fetch", "branch.main.merge",
      "user.email", "commit.gpgsign", "merge.threadjournal.driver", "diff.threadjournal.xfuncname",
      "mergetool.tj.cmd", "alias.st",
    ])
  func harmless(key: String) { #expect(GitProbe.isHarmless(key)) }

  @Test("remotes that name a program are told from addresses, and folders are looked into")
  func remotes() throws {
    let sandbox = try Sandbox()
    for url in ["ext::sh -c x", "fd::3", "x::/y", "foo://bar/baz"] {
      #expect(GitProbe.programs(ofRemote: url, from: sandbox.home) == [url])
    }
    for url in ["https://example.org/x.git", "git@example.org:x.git", "ssh://h/x", "nowhere"] {
      #expect(GitProbe.programs(ofRemote: url, from: sandbox.home).isEmpty)
    }
    _ = try sandbox.shell("git init -q --bare r.git", in: sandbox.home, environment: [:])
    #expect(GitProbe.programs(ofRemote: "r", from: sandbox.home).isEmpty)
    let hook = "r.git/hooks/post-receive"
    _ = try sandbox.shell("touch \(hook); chmod +x \(hook)", in: sandbox.home, environment: [:])
    let path = "\(sandbox.home)/r.git"
    let found = ["\(path)/hooks/post-receive"]
    #expect(GitProbe.programs(ofRemote: "r", from: sandbox.home) == found)
    #expect(GitProbe.programs(ofRemote: "file://\(path)", from: "/") == found)
    // What git would open elsewhere cannot be looked into.
    _ = try sandbox.shell(
      "mkdir sub; echo 'gitdir: ../r.git' >sub/.git; ln -s r.git link", in: sandbox.home,
      environment: [:])
    for folder in ["sub", "link"] {
      let found = GitProbe.programs(ofRemote: folder, from: sandbox.home)
      #expect(found == ["\(sandbox.home)/\(folder)"])
    }
    for url in ["~/r.git", "file:///%72.git"] {
      #expect(GitProbe.programs(ofRemote: url, from: sandbox.home) == [url])
    }
  }
}
