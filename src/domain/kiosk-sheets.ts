/** Smaller than this it cannot be read from across a room. */
const LEAST_SCALE = 0.6
/** Larger than this it is only coarse. */
const MAX_SCALE = 1.5

/** Heights of the sections and of the screen, in the same unit. */
export interface Sheet {
  readonly sections: readonly number[]
  readonly scale: number
}

/**
 * Sections on sheets that fit the screen without scrolling: as many on one as stay readable. A section too high for a
 * sheet is scaled down until it fits.
 */
export function sheetsOf(heights: readonly number[], room: number): Sheet[] {
  const sheets: { sections: number[]; height: number }[] = []
  heights.forEach((height, section) => {
    const last = sheets.at(-1)
    if (last !== undefined && (last.height + height) * LEAST_SCALE <= room) {
      last.sections.push(section)
      last.height += height
    } else sheets.push({ sections: [section], height })
  })
  return sheets.map(({ sections, height }) => ({
    sections,
    scale: height <= 0 ? 1 : Math.min(MAX_SCALE, room / height),
  }))
}
