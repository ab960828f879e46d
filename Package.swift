// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
// Optimized in debug builds, too: the tests take a third of the time. To step through it in a debugger, leave it out.
let optimized = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "threadjournal",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tj", targets: ["tj"])],
  targets: [
    .target(
      name: "CSystem", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(name: "ThreadStorage", dependencies: ["CSystem"], swiftSettings: optimized),
    .target(name: "ThreadJournal", dependencies: ["ThreadStorage"], swiftSettings: optimized),
    .executableTarget(
      name: "tj", dependencies: ["ThreadJournal", "ThreadStorage"], swiftSettings: optimized),
    .target(name: "TestSystem", path: "Tests/TestSystem"),
    .executableTarget(name: "benchmark", dependencies: ["ThreadStorage"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["ThreadStorage", "TestSystem"], path: "Tests/TestSupport",
      swiftSettings: optimized),
    .executableTarget(
      name: "StorageProbe", dependencies: ["ThreadStorage", "TestSupport"],
      path: "Tests/StorageProbe",
      swiftSettings: strict),
    .target(
      name: "Simulation", dependencies: ["ThreadJournal", "ThreadStorage", "TestSupport"],
      path: "Tests/Simulation", swiftSettings: optimized),
    .executableTarget(
      name: "simulator", dependencies: ["Simulation", "TestSupport"], path: "Tests/Simulator",
      swiftSettings: strict),
    .testTarget(
      name: "ThreadStorageTests", dependencies: ["ThreadStorage", "TestSupport", "StorageProbe"],
      swiftSettings: strict),
    .testTarget(
      name: "ThreadJournalTests", dependencies: ["ThreadJournal", "TestSupport", "Simulation"],
      swiftSettings: strict),
    .testTarget(
      name: "tjTests", dependencies: ["tj", "ThreadJournal", "ThreadStorage", "TestSupport"],
      swiftSettings: strict),
  ]
)
