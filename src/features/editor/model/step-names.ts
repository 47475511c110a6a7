/** Name of a step of the editor's history. */
import type { LoadedLayout } from '#engine'
import type { Label } from './history.ts'

export type PartKind = 'widget' | 'section' | 'tab' | 'param' | 'query'
/** Name of a part, where it has one. */
export type NameOf = (loaded: LoadedLayout, kind: PartKind, id: string) => string | undefined

/** The part that the name of a step refers to, where it has a name. */
const STEP_PARTS: Readonly<Record<string, PartKind>> = {
  remove: 'widget',
  removeMany: 'widget',
  paste: 'widget',
  pasteMany: 'widget',
  move: 'widget',
  moveMany: 'widget',
  resize: 'widget',
  toSection: 'widget',
  addSection: 'section',
  moveSection: 'section',
  duplicateSection: 'section',
  removeSection: 'section',
  section: 'section',
  moveTab: 'tab',
  removeTab: 'tab',
  param: 'param',
  addParam: 'param',
  moveParam: 'param',
  duplicateParam: 'param',
  removeParam: 'param',
  query: 'query',
  addQuery: 'query',
  moveQuery: 'query',
  duplicateQuery: 'query',
  removeQuery: 'query',
}

/** A step says what its part was called: a removed one has its name before, a new one after. */
export function named(
  { key, params }: Label,
  before: LoadedLayout,
  after: LoadedLayout,
  nameOf: NameOf | undefined,
): Label {
  if (params === undefined || nameOf === undefined) return { key, ...(params && { params }) }
  const kindOf = (param: string) => (param === 'section' ? 'section' : param === 'name' ? STEP_PARTS[key] : undefined)
  return {
    key,
    params: Object.fromEntries(
      Object.entries(params).map(([param, value]) => {
        const kind = kindOf(param)
        return [
          param,
          kind === undefined
            ? value
            : (nameOf(before, kind, String(value)) ?? nameOf(after, kind, String(value)) ?? value),
        ]
      }),
    ),
  }
}
