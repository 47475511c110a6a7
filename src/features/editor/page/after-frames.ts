/** Frames in which a dialog that closed gives the focus back. */
export const FOCUS_FRAMES = 5

export function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => {
    if (count <= 1) act()
    else afterFrames(count - 1, act)
  })
}
