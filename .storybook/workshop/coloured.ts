/** Code of the workshop in colours: TypeScript, JSON and commands, as runs and never as markup. */
import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import { createLowlight } from 'lowlight'

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly children?: readonly Node[]
  readonly properties?: { readonly className?: unknown }
}

const lowlight = createLowlight({ sh: bash, json, ts: typescript })
const PREFIX = 'hljs-'

function runsOf(node: Node, kind: string | null): { text: string; kind: string | null }[] {
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

/** Runs that together are exactly the code; `kind` is what highlight.js calls one, null for plain code. */
export const coloured = (code: string, language: string): { readonly text: string; readonly kind: string | null }[] =>
  lowlight.registered(language)
    ? runsOf(lowlight.highlight(language, code) as Node, null)
    : [{ text: code, kind: null }]
