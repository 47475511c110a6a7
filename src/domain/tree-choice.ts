/**
 * A choice in a hierarchy, kept as it was made: a branch that was chosen as a whole stays a branch, so that it has the
 * store that opens in it tomorrow. Tokens: `*` is everything, `ES.Madrid.` a branch, `17` a leaf; a minus takes out,
 * and of several the one nearest to a leaf counts.
 */

export type Leaf = string | number

export interface TreeRow {
  readonly leaf: Leaf
  readonly label: string
  /** Values of the levels above, from the top; levels without a value are left out. */
  readonly path: readonly string[]
  /** The name of each; left out: its value. */
  readonly labels?: readonly string[]
}

export interface TreeNode {
  readonly token: string
  readonly label: string
  /** 0 at the top. */
  readonly depth: number
  /** Index of the branch above; -1 at the top. */
  readonly parent: number
  /** Index after its last descendant. */
  readonly end: number
  /** Of how many leaves it consists; 1 for a leaf. */
  readonly leaves: number
  readonly leaf?: Leaf
}

/** Nodes in reading order: what lies in a branch follows it. */
export type Tree = readonly TreeNode[]

export const ALL = '*'
const PART = String.raw`(?!-)(?:[^.,*]|\*[0-9a-f]{2})+`
const TOKEN = new RegExp(String.raw`^-?(?:\*|(?:${PART}\.)+|${PART})$`)

const escaped = (part: string): string => part.replaceAll(/[.,*]|^-/g, (sign) => `*${sign.charCodeAt(0).toString(16)}`)

export const leafToken = (leaf: Leaf): string => escaped(String(leaf))
const branchToken = (path: readonly string[]): string => path.map((part) => `${escaped(part)}.`).join('')

/** True for what is a token of any tree. */
export const isToken = (text: string): boolean => text.length <= 500 && TOKEN.test(text)

/** A token in words, for a reader without its tree: `ES › Madrid`. */
export const wordsOf = (token: string): string =>
  token
    .replace(/\.$/, '')
    .split('.')
    .map((part) =>
      part.replaceAll(/\*([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    )
    .join(' › ')

interface Draft {
  readonly token: string
  readonly label: string
  readonly children: Map<string, Draft>
  readonly leaf?: Leaf
}

/** Branches have the place of their first row; rows of one leaf count once. */
export function treeOf(rows: Iterable<TreeRow>): Tree {
  const top = new Map<string, Draft>()
  for (const { leaf, label, path, labels = path } of rows) {
    let here = top
    path.forEach((part, depth) => {
      const token = branchToken(path.slice(0, depth + 1))
      let branch = here.get(token)
      if (branch === undefined) here.set(token, (branch = { token, label: labels[depth] ?? part, children: new Map() }))
      here = branch.children
    })
    const token = leafToken(leaf)
    if (!here.has(token)) here.set(token, { token, label, leaf, children: new Map() })
  }
  const nodes: TreeNode[] = []
  const place = ({ token, label, leaf, children }: Draft, depth: number, parent: number): number => {
    const at = nodes.length
    nodes.push({ token, label, depth, parent, end: at + 1, leaves: 1 })
    let leaves = leaf === undefined ? 0 : 1
    for (const child of children.values()) leaves += place(child, depth + 1, at)
    nodes[at] = { token, label, depth, parent, end: nodes.length, leaves, ...(leaf !== undefined && { leaf }) }
    return leaves
  }
  for (const draft of top.values()) place(draft, 0, -1)
  return nodes
}

/** Token -> whether it takes in or out; the later of two about the same counts. */
type Signs = ReadonlyMap<string, boolean>

const signsOf = (choice: readonly string[]): Map<string, boolean> =>
  new Map(choice.map((token) => (token.startsWith('-') ? [token.slice(1), false] : [token, true])))
const written = (signs: Signs): string[] => [...signs].map(([token, isIn]) => (isIn ? token : `-${token}`))

/** How many leaves of each node are chosen. */
export function chosenIn(tree: Tree, choice: readonly string[]): readonly number[] {
  const signs = signsOf(choice)
  const counts = tree.map(() => 0)
  const isIn = tree.map(() => false)
  const base = signs.get(ALL) ?? false
  tree.forEach(({ token, parent }, at) => {
    isIn[at] = signs.get(token) ?? (parent < 0 ? base : isIn[parent] === true)
  })
  for (let at = tree.length - 1; at >= 0; at--) {
    const { leaf, parent } = tree[at] as TreeNode
    if (leaf !== undefined) counts[at] = isIn[at] === true ? 1 : 0
    if (parent >= 0) counts[parent] = (counts[parent] ?? 0) + (counts[at] ?? 0)
  }
  return counts
}

/** The leaves that are chosen, in the order of the tree. */
export function leavesIn(tree: Tree, choice: readonly string[]): Leaf[] {
  const counts = chosenIn(tree, choice)
  return tree.flatMap(({ leaf }, at) => (leaf !== undefined && counts[at] === 1 ? [leaf] : []))
}

/** Tokens of what the tree does not have. What is taken out and gone is no loss. */
export function lostIn(tree: Tree, choice: readonly string[]): string[] {
  const known = new Set(tree.map(({ token }) => token))
  return choice.filter((token) => token !== ALL && !token.startsWith('-') && !known.has(token))
}

/** The choice with these nodes, and all that lies in them, chosen or not. Nothing chosen is the empty list. */
export function withNodes(tree: Tree, choice: readonly string[], nodes: readonly number[], isIn: boolean): string[] {
  const signs = signsOf(choice)
  for (const at of nodes) {
    const node = tree[at] as TreeNode
    for (let inside = at; inside < node.end; inside++) signs.delete((tree[inside] as TreeNode).token)
    let above = node.parent
    while (above >= 0 && !signs.has((tree[above] as TreeNode).token)) above = (tree[above] as TreeNode).parent
    const inherited = above < 0 ? (signs.get(ALL) ?? false) : signs.get((tree[above] as TreeNode).token)
    if (inherited !== isIn) signs.set(node.token, isIn)
  }
  const isEmpty = !chosenIn(tree, written(signs)).some((count) => count > 0)
  const lost = lostIn(tree, written(signs))
  return isEmpty ? lost : written(signs)
}
