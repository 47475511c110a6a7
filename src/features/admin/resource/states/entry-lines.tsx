/** Entries by name, one below the other, each with why it is there. */
import own from './states.module.css'

export interface EntryLine {
  readonly id: number
  readonly name: string
  readonly why: string | null
}

export function EntryLines({ lines }: { lines: readonly EntryLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={own.rows}>
      {lines.map(({ id, name, why }) => (
        <li key={id}>
          <span>{name}</span>
          {why !== null && <span className={own.why}>{why}</span>}
        </li>
      ))}
    </ul>
  )
}
