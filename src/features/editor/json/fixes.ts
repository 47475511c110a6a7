/** A finding's fix as a change of the text: what it does not touch stays word for word. */
import { applyEdits, findNodeAtLocation, modify, parseTree, type JSONPath } from 'jsonc-parser'
import { split } from '#engine/core/document/pointer'
import type { Issue } from '#engine/types'

type Fix = NonNullable<Issue['fix']>

const STYLE = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } }

/** The text after the fix; undefined where it does not fit the text any more. */
export function fixed(text: string, fix: Fix): string | undefined {
  try {
    return fix.reduce<string | undefined>((now, step) => (now === undefined ? undefined : applied(now, step)), text)
  } catch {
    return undefined
  }
}

function applied(text: string, { op, path, value, from }: Fix[number]): string | undefined {
  const root = parseTree(text)
  if (op !== 'move')
    return applyEdits(text, modify(text, pathOf(text, path), op === 'remove' ? undefined : value, STYLE))
  const source = pathOf(text, from ?? '')
  const target = pathOf(text, path)
  const node = root && findNodeAtLocation(root, source)
  if (node === undefined) return undefined
  const key = node.parent?.children?.[0]
  // The same place under another name: only the name changes.
  if (
    key !== undefined &&
    node.parent?.type === 'property' &&
    source.slice(0, -1).join('/') === target.slice(0, -1).join('/')
  ) {
    return text.slice(0, key.offset) + JSON.stringify(String(target.at(-1))) + text.slice(key.offset + key.length)
  }
  const moved: unknown = JSON.parse(text.slice(node.offset, node.offset + node.length))
  const without = applyEdits(text, modify(text, source, undefined, STYLE))
  return applyEdits(without, modify(without, target, moved, STYLE))
}

/** A pointer as a path: a number inside a list. */
function pathOf(text: string, pointer: string): JSONPath {
  const root = parseTree(text)
  const path: JSONPath = []
  for (const part of split(pointer)) {
    const parent = root && findNodeAtLocation(root, path)
    path.push(parent?.type === 'array' ? (part === '-' ? -1 : Number(part)) : part)
  }
  return path
}

/** The kind of a fix, for its name: `editor-panels:json.fix_*`. */
export function wordsOf(fix: Fix): {
  readonly key: 'move' | 'remove' | 'replace' | 'add'
  readonly params: Readonly<Record<string, string>>
} {
  const [first] = fix
  if (first === undefined) return { key: 'replace', params: { name: '', value: '' } }
  const name = split(first.op === 'move' ? (first.from ?? '') : first.path).at(-1) ?? ''
  return {
    key: first.op,
    params: {
      name,
      value: first.op === 'move' ? (split(first.path).at(-1) ?? '') : JSON.stringify(first.value ?? null),
    },
  }
}
