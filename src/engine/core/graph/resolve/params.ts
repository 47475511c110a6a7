/** The filters of a layout, and how a name is looked up: the section's own first, then the layout's. */
import type { Param } from '#schemas/generated/layout.ts'
import type { Issue } from '../../../types.ts'
import type { Envelope } from '../envelope.ts'
import { issue } from '../../document/issue.ts'
import type { ParamKey, ParamModel, Reference } from '../../document/model.ts'
import { listedIssues, paramIssues } from '../../params/params-check.ts'
import { join } from '../../document/pointer.ts'
import { partsOf } from '../../params/references.ts'
import { suggest } from '../../document/suggest.ts'

export type Report = (...found: readonly Issue[]) => void

/** Keeps each finding once: the same part may be looked up from many places. */
export function createReport(issues: Issue[]): Report {
  const seen = new Set<string>()
  return (...found) => {
    for (const one of found) {
      const mark = `${one.code} ${one.pointer}`
      if (seen.has(mark)) continue
      seen.add(mark)
      issues.push(one)
    }
  }
}

export interface ParamTable {
  readonly models: Map<ParamKey, ParamModel>
  /** Filters that cannot be used, with the reason. */
  readonly broken: Map<ParamKey, readonly Issue[]>
  pointerOf(key: ParamKey): string
  lookup(section: string | undefined, id: string): ParamKey | undefined
  /**
   * Key of a reference, or the issue that says what is wrong with it. `write` spells a suggestion as the document
   * would.
   */
  resolve(
    ref: Reference | undefined,
    text: string,
    section: string | undefined,
    pointer: string,
    write: (ref: Reference) => string,
  ): { readonly key?: ParamKey; readonly issue?: Issue }
  spoil(key: ParamKey, why: Issue): void
}

export function createParams({ value, sections, broken: wrongParts }: Envelope, report: Report): ParamTable {
  const models = new Map<ParamKey, ParamModel>()
  const broken = new Map<ParamKey, readonly Issue[]>()
  const pointers = new Map<ParamKey, string>()
  const spoil = (key: ParamKey, ...why: readonly Issue[]) => {
    broken.set(key, [...(broken.get(key) ?? []), ...why])
  }

  const declare = (id: string, definition: Param, pointer: string, section?: string) => {
    const key = section === undefined ? id : `${section}/${id}`
    const wrong = paramIssues(definition, pointer)
    pointers.set(key, pointer)
    report(...wrong, ...listedIssues(definition, pointer))
    if (wrong.length > 0) spoil(key, ...wrong)
    models.set(key, { key, id, definition, ...(section !== undefined && { section }) })
  }
  for (const [id, definition] of Object.entries(value.params)) declare(id, definition, join('params', id))
  for (const [pointer, found] of wrongParts) if (pointer.startsWith('/params/')) broken.set(pointer.slice(8), found)
  const seen = new Set<string>()
  for (const { section, index } of sections) {
    if (seen.has(section.id)) continue
    seen.add(section.id)
    for (const [id, definition] of Object.entries(section.declares ?? {}))
      declare(id, definition, join('layout', 'sections', index, 'declares', id), section.id)
  }

  const lookup = (section: string | undefined, id: string) =>
    [...(section === undefined ? [] : [`${section}/${id}`]), id].find((key) => models.has(key) || broken.has(key))
  return {
    models,
    broken,
    lookup,
    spoil,
    pointerOf: (key) => pointers.get(key) ?? '',
    resolve(ref, text, section, pointer, write) {
      const key = ref && lookup(section, ref.param)
      if (ref === undefined || key === undefined) {
        const id = ref?.param ?? text
        const meant = suggest(
          id,
          [...models.values()].map((param) => param.id),
        )
        return {
          issue: issue(
            'REFERENCE_UNKNOWN_PARAM',
            pointer,
            { id },
            meant === undefined
              ? {}
              : { fix: [{ op: 'replace', path: pointer, value: write({ param: meant, path: ref?.path ?? [] }) }] },
          ),
        }
      }
      const model = models.get(key)
      const known =
        ref.path.length === 0 || model === undefined || partsOf(model.definition.type).includes(ref.path.join('.'))
      return known
        ? { key }
        : { key, issue: issue('REFERENCE_UNKNOWN_PATH', pointer, { id: model.id, path: ref.path.join('.') }) }
    },
  }
}

/** `$param.path`, as arguments and steps write it. */
export const withDollar = ({ param, path }: Reference): string => `$${[param, ...path].join('.')}`
/** `param.path`, as `emits` and `show` write it. */
export const withoutDollar = ({ param, path }: Reference): string => [param, ...path].join('.')
