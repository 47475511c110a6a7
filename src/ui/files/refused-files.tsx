/** Files that were not taken, and why. */
import { Notice } from '../notice.tsx'
import type { FileRefusal } from './file-rules.ts'

interface RefusedFilesProps {
  refused: readonly FileRefusal[]
  sentenceOf: (refused: FileRefusal) => string
  onClose: () => void
}

export function RefusedFiles({ refused, sentenceOf, onClose }: RefusedFilesProps) {
  if (refused.length === 0) return null
  return (
    <Notice kind="warn" onClose={onClose}>
      <ul>
        {refused.map((no) => (
          <li key={`${no.name} ${no.reason}`}>{sentenceOf(no)}</li>
        ))}
      </ul>
    </Notice>
  )
}
