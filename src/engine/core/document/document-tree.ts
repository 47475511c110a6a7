/**
 * A document as a tree in which everything has a name: the sections of the page are under their ids instead of in a
 * list, so that two people who change two sections change two things.
 */
import { isRecord } from './pointer.ts'

type Doc = Readonly<Record<string, unknown>>

/**
 * A list whose members are names: what is in it and in which order are two things that two people may change at once.
 */
export const isNameList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') && new Set(value).size === value.length

/** A list of the page, and where its order is in the tree. */
const LISTS = [
  ['sections', 'order'],
  ['tabs', 'tabOrder'],
] as const

/**
 * With `layout.sections` as `layout.order` and `layout.sections` by id, and tabs the same; a list stays unchanged where
 * a member has no id.
 */
export function toTree(document: Doc): Record<string, unknown> {
  if (!isRecord(document.layout)) return { ...document }
  const layout: Record<string, unknown> = { ...document.layout }
  for (const [name, orderName] of LISTS) {
    const list = layout[name]
    if (!Array.isArray(list) || !list.every(isRecord)) continue
    const order = list.map(({ id }) => id)
    if (!isNameList(order)) continue
    layout[orderName] = order
    layout[name] = Object.fromEntries(list.map((member) => [member.id, member]))
  }
  return { ...document, layout }
}

/** The document of a tree. */
export function fromTree(tree: Doc): Record<string, unknown> {
  if (!isRecord(tree.layout)) return { ...tree }
  const layout: Record<string, unknown> = { ...tree.layout }
  for (const [name, orderName] of LISTS) {
    const [order, members] = [layout[orderName], layout[name]]
    if (!Array.isArray(order) || !isRecord(members)) continue
    delete layout[orderName]
    const ids = [
      ...order.filter((id) => Object.hasOwn(members, String(id))),
      ...Object.keys(members).filter((id) => !order.includes(id)),
    ]
    layout[name] = ids.map((id) => members[String(id)])
  }
  return { ...tree, layout }
}

/** Two states of one thing that can be compared part by part; another type of widget is another thing. */
export const isSameKind = (path: readonly string[], a: unknown, b: unknown): a is Record<string, unknown> =>
  isRecord(a) &&
  isRecord(b) &&
  // A place in a grid is four numbers that mean something together.
  !(path[0] === 'grids' && path.length === 3) &&
  !(
    (path[0] === 'widgets' || path[0] === 'params' || path[0] === 'queries') &&
    path.length === 2 &&
    (a.type !== b.type || a.source !== b.source)
  )
