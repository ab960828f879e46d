import ThreadJournal

extension ManualText {
  /// The section SETTINGS, from the table of settings.
  static let settings = ManualSection(
    title: "SETTINGS",
    blocks: [
      .paragraph(
        """
        A setting is a line such as `wrap: 72` of a YAML file. `tj config` lists all settings, and \
        where each value comes from. The first of these that gives one counts:
        """),
      .item("the command line", "Such as `-C`, `--color` and `--no-pager`."),
      .item("`TJ_JOURNAL`, `TJ_PAGER`, `NO_COLOR`", "What the environment says to tj."),
      .item(
        ".threadjournal/config.yml",
        """
        The journal's file. A journal may come from somebody else: what runs a program, \
        `journal`, and `location: true` do not count there, and are told.
        """),
      .item(
        "~/.config/threadjournal/config.yml",
        "Your own file; `$XDG_CONFIG_HOME/threadjournal/config.yml` where that variable is set."),
      .item("`VISUAL`, `EDITOR`, `PAGER`", "What the environment says to all programs."),
      .item("the default", "What stands here in parentheses."),
      .paragraph("The settings are:"),
    ] + SettingDefinition.all.map(item)
      + [
        .paragraph(
          """
          The `location-command` is run by `/bin/sh` when an entry is added, with `location` on \
          and no place given. It has 5 seconds, which it may spend while you write. Where it \
          fails, takes longer, or prints no place, that is told and the entry has none. On Linux \
          it may be a script around GeoClue, on macOS `CoreLocationCLI --format '%locality, \
          %administrativeArea'`.
          """),
        .paragraph(
          """
          A file of settings that cannot be understood does not count, with a warning, and is \
          never written over. A value that does not fit does not count either.
          """),
      ])

  private static func item(_ definition: SettingDefinition) -> ManualSection.Block {
    let fallback = definition.fallback.map { " (\($0.text))" } ?? ""
    return .item("`\(definition.key.rawValue)`\(fallback)", definition.summary)
  }
}
