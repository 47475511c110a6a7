/**
 * Positions in the text: from a selection to its range and from the caret to a selection. Works on texts with
 * mistakes too.
 */
import { findNodeAtLocation, getLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser'

export interface Span {
  readonly from: number
  readonly to: number
}

const sectionsIn = (root: Node): readonly Node[] => findNodeAtLocation(root, ['layout', 'sections'])?.children ?? []
const idOf = (section: Node): unknown => findNodeAtLocation(section, ['id'])?.value as unknown

/** The property of a widget, filter or query with its key, or the whole of a section. */
export function spanOf(text: string, selected: string): Span | undefined {
  const root = parseTree(text)
  if (root === undefined) return undefined
  const [, kind, id = ''] = /^(section|param|query):(.*)$/.exec(selected) ?? []
  const node =
    kind === 'section'
      ? sectionsIn(root).find((section) => idOf(section) === id)
      : findNodeAtLocation(root, [
          kind === 'param' ? 'params' : kind === 'query' ? 'queries' : 'widgets',
          kind === undefined ? selected : id,
        ])?.parent
  return node && { from: node.offset, to: node.offset + node.length }
}

/**
 * The part at the caret: a widget (also by its place in a grid or a section), a section, a filter or a query; undefined
 * elsewhere.
 */
export function selectedAt(text: string, offset: number): string | undefined {
  const { path } = getLocation(text, offset)
  const [part, second, third, fourth, fifth] = path
  if (second === undefined) return undefined
  switch (part) {
    case 'widgets':
      return named('', second)
    case 'params':
      return named('param:', second)
    case 'queries':
      return named('query:', second)
    case 'grids':
      return third === undefined ? undefined : named('', third)
    case 'layout': {
      if (second !== 'sections' || typeof third !== 'number') return undefined
      const root = parseTree(text)
      if (root === undefined) return undefined
      const inside: JSONPath = ['layout', 'sections', third]
      if (fourth === 'widgets' && typeof fifth === 'number') {
        const widget: unknown = findNodeAtLocation(root, [...inside, 'widgets', fifth])?.value
        if (typeof widget === 'string') return widget
      }
      const section = findNodeAtLocation(root, inside)
      const id = section === undefined ? undefined : idOf(section)
      return typeof id === 'string' ? `section:${id}` : undefined
    }
    default:
      return undefined
  }
}

const named = (prefix: string, id: string | number): string | undefined => (id === '' ? undefined : `${prefix}${id}`)
