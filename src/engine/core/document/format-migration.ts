/** One step from a format of documents to the next. */
export interface FormatMigration {
  /** Turns a document of format `from` into `from + 1`. It gets a copy and may change it. */
  up(document: Record<string, unknown>): {
    document: Record<string, unknown>
    /** `widget kpi`, as `idsOf` writes them. */ losses: readonly string[]
  }
}
