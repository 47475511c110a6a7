/** For stories of tables: changes whose reference has gaps have a dotted line and say why. */
import { expect, waitFor } from 'storybook/test'

/** @param stores rows whose reference lost hours */
export const referenceGapsAreSaid =
  (stores: number) =>
  async ({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> => {
    const marks = () => [...canvasElement.querySelectorAll<HTMLElement>('tbody [data-reference]')]
    await waitFor(() => expect(new Set(marks().map((mark) => mark.closest('tr'))).size).toBe(stores))
    // The change of the total is judged as those of the stores are, or says why there is none.
    await expect(canvasElement.querySelector('tfoot :is([data-judgement], [data-reference])')).not.toBeNull()
    for (const mark of marks()) {
      await expect(getComputedStyle(mark).textDecorationStyle).toBe('dotted')
      await expect(getComputedStyle(mark).textDecorationLine).toBe('underline')
      // For the pointer and for a screen reader alike.
      await expect(mark.title).toMatch(/Semana anterior: .*\d/)
      await expect(mark.textContent).toMatch(/\(Semana anterior: .*\d/)
    }
  }
