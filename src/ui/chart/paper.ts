/** Charts on paper are shapes. The code that draws these is loaded when something is printed; before, they are dots. */
let isHere = false
let coming: Promise<void> | undefined

export const isReadyForPaper = () => isHere

/** Before a print that the page itself begins. What does not come is drawn in dots. */
export function readyForPaper(): Promise<void> {
  coming ??= import('./paper/shapes.ts').then(
    ({ drawInShapes }) => {
      drawInShapes()
      isHere = true
    },
    () => {
      coming = undefined
    },
  )
  return coming
}

/** Control and then P prints: the first of the two keys is a head start. */
export function readyOnPrintKey(): () => void {
  const soon = ({ key }: KeyboardEvent) => {
    if (key === 'Control' || key === 'Meta') void readyForPaper()
  }
  addEventListener('keydown', soon, { passive: true })
  return () => removeEventListener('keydown', soon)
}
