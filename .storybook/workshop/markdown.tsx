/**
 * A page of docs/ in the workshop: its code blocks with the file they belong to, its tables, and everything else as
 * Markdown.
 */
import { type ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { Block, Code, Grid } from './parts.tsx'
import css from './workshop.module.css'

type Piece =
  | { readonly kind: 'code'; readonly language: string; readonly name: string; readonly code: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'text'; readonly text: string }

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
const NAMES: Readonly<Record<string, string>> = { sh: 'Terminal', text: 'It says' }

/** A page in pieces, in its order. */
function piecesOf(markdown: string): Piece[] {
  return markdown
    .split(/^(```[^\n]*\n[\s\S]*?^```$|(?:^\|[^\n]*\n)+)/m)
    .filter((piece) => piece.trim() !== '')
    .map((piece): Piece => {
      const [, info = '', code = ''] = /^```([^\n]*)\n([\s\S]*?)\n```$/.exec(piece) ?? []
      if (piece.startsWith('```')) {
        const [language = '', name = NAMES[language] ?? language] = info.split(' ')
        return { kind: 'code', language, name, code }
      }
      if (!piece.startsWith('|')) return { kind: 'text', text: piece }
      const [head = '', , ...rows] = piece.trim().split('\n')
      return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
    })
}

const plain: Components = { p: ({ children }) => <>{children}</>, code: ({ children }) => <Code>{children}</Code> }
const Inline = ({ children }: { children: string }): ReactNode => (
  <Markdown skipHtml components={plain}>
    {children}
  </Markdown>
)

/** Pages of docs that are also pages of the workshop. */
const PLACES: Readonly<Record<string, string>> = {
  'sources.md': './?path=/story/workshop-sources--sources',
  'widgets.md': './?path=/story/workshop-widgets--widgets',
}
const components: Components = {
  code: ({ children }) => <Code>{children}</Code>,
  a: ({ href = '', children }) =>
    PLACES[href] === undefined ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={PLACES[href]} target="_top">
        {children}
      </a>
    ),
}

export function Document({ markdown }: { markdown: string }) {
  return (
    <div className={css.document}>
      {piecesOf(markdown).map((piece, index) => {
        switch (piece.kind) {
          case 'code':
            return <Block key={index} code={piece.code} language={piece.language} name={piece.name} />
          case 'table':
            return (
              <Grid
                key={index}
                label={piece.head.join(', ')}
                columns={piece.head}
                rows={piece.rows.map((cells) => ({
                  key: cells[0] ?? '',
                  cells: cells.map((cell) => <Inline key={cell}>{cell}</Inline>),
                }))}
              />
            )
          default:
            return (
              <Markdown key={index} skipHtml components={components}>
                {piece.text}
              </Markdown>
            )
        }
      })}
    </div>
  )
}
