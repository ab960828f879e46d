import ThreadStorage

extension LocalTimeZone {
  /// A zone with the offset `initially` until the first change; `changes` are seconds since 1970 in UTC, ascending.
  public static func changing(
    from initially: Int, _ changes: [(at: Int64, offset: Int)]
  ) -> LocalTimeZone {
    LocalTimeZone { second in changes.last { $0.at <= second }?.offset ?? initially }
  }

  /// America/New_York in 2026: forward on 8 March from 02:00 to 03:00, back on 1 November from 02:00 to 01:00.
  public static let newYork2026 = changing(
    from: -18_000, [(1_772_953_200, -14_400), (1_793_512_800, -18_000)])

  /// Australia/Lord_Howe in 2026: back on 5 April from 02:00 to 01:30, forward on 4 October from 02:00 to 02:30.
  public static let lordHowe2026 = changing(
    from: 39_600, [(1_775_314_800, 37_800), (1_791_041_400, 39_600)])

  /// Asia/Beirut in 2026: forward on 29 March from 00:00 to 01:00, back on 25 October from 00:00 to 23:00.
  public static let beirut2026 = changing(
    from: 7200, [(1_774_735_200, 10_800), (1_792_875_600, 7200)])

  /// Pacific/Apia at the end of 2011, when 30 December did not happen.
  public static let samoa2011 = changing(from: -36_000, [(1_325_239_200, 50_400)])
}
