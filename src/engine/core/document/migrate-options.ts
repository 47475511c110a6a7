import type { Issue, WidgetDefinition } from '../../types.ts'
import { issue } from './issue.ts'
import { copyOf, isRecord, join } from './pointer.ts'

export interface MigratedOptions {
  /** Undefined when it failed: the raw options stay as they are. */
  readonly options: Record<string, unknown> | undefined
  readonly from: number
  readonly to: number
  readonly issues: readonly Issue[]
}

/** Brings a widget's options to the version of its type. */
export function migrateOptions(
  id: string,
  version: number,
  options: Record<string, unknown>,
  definition: Pick<WidgetDefinition, 'migrations'>,
): MigratedOptions {
  const pointer = join('widgets', id)
  const to = definition.migrations.length + 1
  if (version > to)
    return {
      options: undefined,
      from: version,
      to,
      issues: [issue('WIDGET_VERSION_NEWER', `${pointer}/v`, { value: version, max: to })],
    }
  let current = copyOf(options)
  for (let from = version; from < to; from++) {
    try {
      const next: unknown = definition.migrations[from - 1]?.(current)
      if (!isRecord(next)) throw new Error('it gave no options.')
      current = next
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return {
        options: undefined,
        from: version,
        to,
        issues: [issue('WIDGET_MIGRATION_FAILED', `${pointer}/options`, { from, reason })],
      }
    }
  }
  return {
    options: current,
    from: version,
    to,
    issues: version === to ? [] : [issue('WIDGET_MIGRATED', `${pointer}/v`, { from: version, to })],
  }
}
