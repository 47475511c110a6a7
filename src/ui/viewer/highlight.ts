/** Python in colours, as a tree of spans: no markup text on the way, so nothing in the code can become a tag. */
import python from 'highlight.js/lib/languages/python'
import { createLowlight } from 'lowlight'

/** A run of code; `kind` is what highlight.js calls it (`keyword`, `string`, `comment` …), null for plain code. */
export interface CodeRun {
  readonly text: string
  readonly kind: string | null
}

interface TreeNode {
  readonly type: string
  readonly value?: unknown
  readonly children?: readonly TreeNode[]
  readonly properties?: { readonly className?: unknown }
}

const lowlight = createLowlight({ python })
const PREFIX = 'hljs-'

/** The innermost class counts: what is inside a string inside a function is a string. */
function runsOf(node: TreeNode, kind: string | null): CodeRun[] {
  if (node.type === 'text') return [{ text: String(node.value), kind }]
  const names = node.properties?.className
  const own = Array.isArray(names)
    ? names
        .map(String)
        .find((name) => name.startsWith(PREFIX))
        ?.slice(PREFIX.length)
    : undefined
  return (node.children ?? []).flatMap((child) => runsOf(child, own ?? kind))
}

/** The code in runs that together are exactly the code. Any language but Python is one plain run. */
export function highlight(code: string, language: string): CodeRun[] {
  if (language !== 'python' && language !== 'py') return [{ text: code, kind: null }]
  return runsOf(lowlight.highlight('python', code) as TreeNode, null)
}
