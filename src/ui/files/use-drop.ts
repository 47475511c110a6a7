/** Files that are dragged over something and dropped on it. */
import { type DragEvent, useState } from 'react'

export function useDrop(isDisabled: boolean, take: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy'
    setOver(!isDisabled)
  }
  const onLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  return { isOver, onDragEnter: onDrag, onDragOver: onDrag, onDragLeave: onLeave, onDrop }
}
