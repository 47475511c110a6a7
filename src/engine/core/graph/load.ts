/**
 * One pipeline on load, save, import and in the editor: text > parse > format > migrate > envelope > options > resolve
 * > lint. Every stage returns issues and none throws; what is wrong is carried unchanged beside what works.
 */
import type { Issue } from '../../types.ts'
import { MAX_ISSUES } from '../document/constants.ts'
import { checkEnvelope } from './envelope.ts'
import { formatLayout } from '../document/format.ts'
import type { DocumentGuard, DocumentGuards } from '../document/guards.ts'
import { issue, learnSentences } from '../document/issue.ts'
import { SENTENCES } from '../document/issue-sentences.ts'
import { lintLayout } from './lint.ts'
import type { ShownLayout } from './load-checked.ts'
import { migrateDocument } from '../document/migrate.ts'
import type { LayoutModel } from '../document/model.ts'
import { parseText, type Parsed } from '../document/parse.ts'
import { isRecord } from '../document/pointer.ts'
import { resolveLayout, type LoadContext } from './resolve/index.ts'
import { kindOf } from '../document/schema-issues.ts'

learnSentences(SENTENCES)

export type { LoadContext } from './resolve/index.ts'

export interface LoadedLayout extends ShownLayout {
  /** The input, unchanged. */
  readonly text: string
  /** The document in today's format, broken parts as they were; undefined when the text is no document. */
  readonly document: Record<string, unknown> | undefined
  /** Newer than this version, or its migration failed: it may be shown and never saved. */
  readonly readOnly: boolean
  /** No error: it may be published. A draft can always be saved. */
  readonly publishable: boolean
}

/**
 * Loads a layout from its text or from a JSON value, with the guards of the schema handed in: they weigh, and a page
 * may do without. Never throws.
 */
export function loadLayoutWith(guards: DocumentGuards, input: unknown, context: LoadContext): LoadedLayout {
  const parsed = typeof input === 'string' ? parseText(input) : parseText(textOf(input))
  if (!isRecord(parsed.value)) {
    const issues =
      parsed.issues.length > 0
        ? parsed.issues
        : [{ ...issue('LAYOUT_NOT_AN_OBJECT', '', { what: kindOf(parsed.value) }), range: parsed.rangeOf('') }]
    return { text: parsed.text, document: undefined, model: EMPTY, issues, readOnly: true, publishable: false }
  }

  const brought = migrateDocument(parsed.value)
  const envelope = checkEnvelope(brought.document, guards.isLayout)
  const resolved = resolveLayout(envelope, brought.document, context, {
    isTransform: guards.isTransform,
    unitIssues: guards.unitIssues,
    isOptions: (type) => context.widgets.get(type)?.validate as DocumentGuard,
    missingColumns: (type, ...given) => context.widgets.get(type)?.missingColumns?.(...given) ?? [],
  })
  const document = withMigrated(brought.document, resolved.migrated)
  const found = [
    ...brought.issues,
    ...envelope.issues,
    ...resolved.issues,
    ...lintLayout(document, envelope, resolved.model, context),
  ]
  const issues = placed(found, parsed)
  return {
    text: parsed.text,
    document,
    model: resolved.model,
    issues,
    readOnly: brought.readOnly,
    publishable: !brought.readOnly && !issues.some(({ severity }) => severity === 'error'),
  }
}

/** The text to store. A document that may not be saved, or is none, comes back word for word. */
export function saveLayout(loaded: LoadedLayout): string {
  return loaded.document === undefined || loaded.readOnly ? loaded.text : formatLayout(loaded.document)
}

const EMPTY: LayoutModel = {
  id: 'unreadable',
  revision: 0,
  name: '',
  access: [],
  apply: 'auto',
  i18n: {},
  params: new Map(),
  queries: new Map(),
  widgets: new Map(),
  tabs: [],
  sections: [],
  grids: {},
}

/**
 * A value that is no JSON (a cycle, a function, endless nesting) becomes a text that the parser refuses with a reason.
 */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return ''
  }
}

/** Gives every issue its place in the text, and puts them in reading order. */
function placed(issues: readonly Issue[], parsed: Parsed): Issue[] {
  return issues
    .slice(0, MAX_ISSUES)
    .map((one) => (one.range === undefined ? { ...one, range: parsed.rangeOf(one.pointer) } : one))
    .sort((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0))
}

/** The document with the options that were brought to a newer version. */
export function withMigrated(
  document: Record<string, unknown>,
  migrated: ReadonlyMap<string, { v: number; options: Record<string, unknown> }>,
): Record<string, unknown> {
  if (migrated.size === 0 || !isRecord(document.widgets)) return document
  return {
    ...document,
    widgets: Object.fromEntries(
      Object.entries(document.widgets).map(([id, raw]) => {
        const fresh = migrated.get(id)
        return [id, fresh === undefined || !isRecord(raw) ? raw : { ...raw, ...fresh }]
      }),
    ),
  }
}
