/**
 * Brings documents and widget options forward, never back. A step is pure, runs before validation, and keeps every id
 * unless it says which ones it drops: an id that vanishes silently stops the migration and the original is kept.
 */
import type { Issue } from '../../types.ts'
import { FORMAT } from './constants.ts'
import { issue } from './issue.ts'
import { gridsAsMaps } from './migrations/0-to-1.ts'
import { isRecord, own } from './pointer.ts'
import type { FormatMigration } from './format-migration.ts'

/** `FORMAT_MIGRATIONS[n]` turns format n into n + 1. */
const FORMAT_MIGRATIONS: readonly FormatMigration[] = [gridsAsMaps]

export interface Migrated {
  readonly document: Record<string, unknown>
  readonly issues: readonly Issue[]
  readonly readOnly: boolean
  readonly losses: readonly string[]
}

/** Format check and format migrations. A newer document is opened read-only; a failed migration keeps the original. */
export function migrateDocument(
  original: Record<string, unknown>,
  migrations: readonly FormatMigration[] = FORMAT_MIGRATIONS,
): Migrated {
  const format = original.format === undefined ? 0 : original.format
  const keep = (readOnly: boolean, ...issues: Issue[]): Migrated => ({
    document: original,
    issues,
    readOnly,
    losses: [],
  })
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 0) {
    return keep(
      false,
      issue(
        'LAYOUT_FORMAT_UNKNOWN',
        '/format',
        { value: JSON.stringify(format), max: FORMAT },
        { fix: [{ op: 'replace', path: '/format', value: FORMAT }] },
      ),
    )
  }
  if (format > migrations.length)
    return keep(true, issue('LAYOUT_FORMAT_NEWER', '/format', { value: format, max: migrations.length }))
  if (format === migrations.length) return keep(false)

  let document = original
  const losses: string[] = []
  for (let from = format; from < migrations.length; from++) {
    try {
      const before = idsOf(document)
      const step = migrations[from]?.up(structuredClone(document))
      if (step === undefined) throw new Error('there is no such step.')
      const after = new Set(idsOf(step.document))
      const lost = before.find((id) => !after.has(id) && !step.losses.includes(id))
      if (lost !== undefined) return keep(true, issue('LAYOUT_MIGRATION_LOSS', '', { from, id: lost }))
      losses.push(...step.losses)
      document = { ...step.document, format: from + 1 }
    } catch (cause) {
      return keep(
        true,
        issue('LAYOUT_MIGRATION_FAILED', '', { from, reason: cause instanceof Error ? cause.message : String(cause) }),
      )
    }
  }
  return {
    document,
    issues: [issue('LAYOUT_MIGRATED', '/format', { from: format, to: migrations.length })],
    readOnly: false,
    losses,
  }
}

/**
 * Everything in a document that has a name, in any format: `param client`, `widget kpi`, `section traffic`, `place
 * large kpi` …
 */
function idsOf(document: Record<string, unknown>): string[] {
  const ids: string[] = []
  for (const [map, noun] of [
    ['params', 'param'],
    ['queries', 'query'],
    ['widgets', 'widget'],
  ] as const) {
    for (const id of Object.keys(isRecord(document[map]) ? document[map] : {})) ids.push(`${noun} ${id}`)
  }
  const sections = own(document.layout, 'sections') ?? document.sections
  if (Array.isArray(sections))
    for (const section of sections)
      if (typeof own(section, 'id') === 'string') ids.push(`section ${String(own(section, 'id'))}`)
  const tabs = own(document.layout, 'tabs')
  for (const tab of Array.isArray(tabs) ? tabs : [])
    if (typeof own(tab, 'id') === 'string') ids.push(`tab ${String(own(tab, 'id'))}`)
  for (const [size, grid] of Object.entries(isRecord(document.grids) ? document.grids : {})) {
    const names = Array.isArray(grid) ? grid.map((item) => own(item, 'i')) : Object.keys(isRecord(grid) ? grid : {})
    for (const name of names) if (typeof name === 'string') ids.push(`place ${size} ${name}`)
  }
  for (const [locale, texts] of Object.entries(isRecord(document.i18n) ? document.i18n : {})) {
    for (const key of Object.keys(isRecord(texts) ? texts : {})) ids.push(`text ${locale} ${key}`)
  }
  return ids
}
