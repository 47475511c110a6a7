/**
 * Parts of the workshop's pages. English, for authors of widgets; colours and sizes are the
 * product's.
 */
import { type ReactNode, useId, useState } from 'react'
import { CheckIcon, CopyIcon } from '#ui/icons/index.tsx'
import { coloured } from './coloured.ts'
import css from './workshop.module.css'

export function Head({
  eyebrow,
  title,
  lead,
  children,
}: {
  eyebrow: ReactNode
  title: string
  lead: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={css.head}>
      <p className={css.eyebrow}>{eyebrow}</p>
      <h1>{title}</h1>
      <p className={css.lead}>{lead}</p>
      {children}
    </header>
  )
}

export function Part({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  const id = useId()
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note !== undefined && <p className={css.note}>{note}</p>}
      {children}
    </section>
  )
}

export interface Choice {
  readonly id: string
  readonly name: string
  readonly note: string
  /** More text for the search. */ readonly words: string
}

/** A list to search and choose from, and what is chosen beside it. */
export function Chooser({
  label,
  plural,
  choices,
  first,
  children,
}: {
  label: string
  plural: string
  choices: readonly Choice[]
  first: string
  children: (chosen: string) => ReactNode
}) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(first)
  const wanted = search.trim().toLowerCase()
  const shown = choices.filter(({ id, name, note, words }) =>
    `${id} ${name} ${note} ${words}`.toLowerCase().includes(wanted),
  )
  return (
    <main className={css.catalogue}>
      <nav className={css.list} aria-label={plural}>
        <label className={css.search}>
          <span>{label}</span>
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <p className={css.range} role="status">
          {shown.length} of {choices.length} {plural.toLowerCase()}
        </p>
        <ul>
          {shown.map(({ id, name, note }) => (
            <li key={id}>
              <button type="button" aria-current={id === chosen || undefined} onClick={() => setChosen(id)}>
                <b>{name}</b>
                <span>{note}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.sheet}>{children(chosen)}</div>
    </main>
  )
}

export interface Column {
  readonly label: string
  readonly width?: string
}

/** A table that scrolls by itself where it is wider than the page. */
export function Grid({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly (string | Column)[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[]; readonly isInner?: boolean }[]
}) {
  return (
    <div className={css.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { label: text, width } = typeof column === 'string' ? { label: column, width: undefined } : column
              return (
                <th key={text} scope="col" style={{ width }}>
                  {text}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, isInner }) => (
            <tr key={key} data-inner={isInner || undefined}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={columnKey(columns, index)} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columnKey(columns, index)}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
const columnKey = (columns: readonly (string | Column)[], index: number) => {
  const column = columns[index] ?? ''
  return typeof column === 'string' ? column : column.label
}

export const Code = ({ children }: { children: ReactNode }) => <code className={css.inline}>{children}</code>
export const Chip = ({ children }: { children: ReactNode }) => <span className={css.chip}>{children}</span>

/** A sentence with `code` between back ticks. */
export const Words = ({ children }: { children: string }): ReactNode =>
  children.split('`').map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part))

const COPIED_MS = 2000

/** A block to read and copy, with the file it belongs to. */
export function Block({ code, language, name }: { code: string; language: string; name: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard?.writeText(code).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), COPIED_MS)
      },
      () => setCopied(false),
    )
  }
  return (
    <figure className={css.block} data-language={language}>
      <figcaption>
        <span>{name}</span>
        <button type="button" className={css.copy} onClick={copy} aria-label={`Copy ${name}`}>
          {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          {copied ? 'Copied' : 'Copy'}
        </button>
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={name}>
        <code>
          {coloured(code, language).map(({ text, kind }, index) =>
            kind === null ? (
              text
            ) : (
              <span key={index} data-kind={kind}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </figure>
  )
}
