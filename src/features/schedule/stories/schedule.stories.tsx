import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, refused, refusing, say } from '../../../../.storybook/pages.tsx'
import type { ScheduleApi } from '../../../api/schedule.ts'
import { toasts } from '#ui'
import { ScheduleFrame } from '../schedule-frame.tsx'
import { SchedulePage } from '../schedule-page.tsx'
import { sampleApi } from './sample.ts'

const meta = { title: 'Schedule/Pages', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

/** The page at an address, with calls from memory. */
const at = (search: string, part: Partial<ScheduleApi> = {}) => (
  <ScheduleFrame ports={{ api: sampleApi(part), say }} queries={answers()}>
    <At address={`/page${search}`}>
      <SchedulePage />
    </At>
  </ScheduleFrame>
)
const page = (search: string, part: Partial<ScheduleApi> = {}): Story => ({
  render: () => at(search, part),
  beforeEach: () => {
    toasts.clear()
  },
})
/** The editor fades in: its parts can be seen from then on. */
async function shown(canvasElement: HTMLElement): Promise<ReturnType<typeof within>> {
  const canvas = within(canvasElement)
  const heading = await canvas.findByRole('heading', { level: 2 })
  await waitFor(() => expect(heading).toBeVisible())
  return canvas
}

const isWeekShaped: Story['play'] = ({ canvasElement }) => {
  void expect(
    [...canvasElement.querySelectorAll<HTMLElement>('[aria-busy]')].map(({ dataset }) => dataset.shape),
  ).toEqual(['table'])
}
export const Loading: Story = { ...page('?client=1', { hours: never }), play: isWeekShaped }
export const ClientsLoading: Story = { ...page('?client=1', { clients: never }), play: isWeekShaped }
export const Failed: Story = page('?client=1', { hours: refused })

/** What can be said of the hours of a client, a local and a position, in the words of the specification. */
export const Statuses: Story = {
  // Several pages in one document: the landmarks of each are there again in the others.
  parameters: {
    a11y: {
      config: {
        rules: ['landmark-unique', 'landmark-no-duplicate-banner', 'page-has-heading-one'].map((id) => ({
          id,
          enabled: false,
        })),
      },
    },
  },
  render: () => (
    <>
      {['?client=2', '?client=3', '?client=3&local=3', '?client=4', '?client=1&local=1&area=10'].map((search) => (
        <div key={search} data-testid={search}>
          {at(search)}
        </div>
      ))}
    </>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const said = async (search: string) => {
      const own = within(canvas.getByTestId(search))
      await own.findByRole('heading', { level: 2 })
      return own
        .queryAllByRole('status')
        .map(({ textContent }) => textContent)
        .filter(Boolean)
    }
    await expect(await said('?client=2')).toEqual(['No tiene locales'])
    await expect(await said('?client=3')).toEqual(['Sus locales tienen diferentes horarios'])
    await expect(await said('?client=3&local=3')).toEqual(['Sus posiciones tienen diferentes horarios'])
    // The only local of a client is chosen by itself.
    await expect(await said('?client=4')).toEqual(['No tiene posiciones', 'Este local no tiene horario'])
    await expect(await said('?client=1&local=1&area=10')).toEqual([])
    // It fades in.
    await waitFor(() =>
      expect(
        within(canvas.getByTestId('?client=1&local=1&area=10')).getByText(
          'Sigue el horario de su local. Si lo cambias, tendrá uno propio.',
        ),
      ).toBeVisible(),
    )
  },
}

export const PositionWithout: Story = {
  ...page('?client=1&local=1&area=11', { hours: () => Promise.resolve([]) }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Esta posición no tiene horario')
  },
}

const shifts = (canvasElement: HTMLElement) =>
  [...canvasElement.querySelectorAll('[data-shift]')].map((one) => one.getAttribute('aria-label'))
const saveLocal = fn(sampleApi().saveLocal)

export const Create: Story = {
  ...page('?client=1&local=1', { saveLocal }),
  play: async ({ canvasElement }) => {
    saveLocal.mockClear()
    const canvas = await shown(canvasElement)
    const add = await canvas.findByRole('button', { name: 'Añadir turno' })
    // It needs begin, end and at least one day.
    await userEvent.click(add)
    await expect(canvas.getAllByText('Escribe una hora, por ejemplo 10:00')).toHaveLength(2)
    await expect(canvas.getByText('Elige al menos un día')).toBeVisible()
    await waitFor(() => expect(canvas.getByLabelText(/Apertura/)).toHaveFocus())
    const picker = within(canvas.getByRole('toolbar', { name: 'Días' }))
    await expect(picker.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'L',
      'M',
      'X',
      'J',
      'V',
      'S',
      'D',
    ])
    await userEvent.type(canvas.getByLabelText(/Apertura/), '22')
    await userEvent.type(canvas.getByLabelText(/Cierre/), '130')
    await expect(canvas.getByText('El turno abarca dos días naturales')).toBeVisible()
    await userEvent.click(picker.getByRole('button', { name: 'domingo' }))
    await userEvent.click(add)
    await expect(shifts(canvasElement)).toEqual(expect.arrayContaining(['lunes, 00:00–01:30', 'domingo, 22:00–23:59']))
    // 00:00 is the end of the day, and what overlaps is refused with both shifts.
    await userEvent.type(canvas.getByLabelText(/Apertura/), '20:00')
    await userEvent.type(canvas.getByLabelText(/Cierre/), '00:00')
    await userEvent.click(picker.getByRole('button', { name: 'sábado' }))
    await userEvent.click(add)
    await expect(
      canvas.getByText('Los turnos no se pueden solapar: sábado, de 20:00 a 23:59, con 10:00–21:00'),
    ).toBeVisible()
    await userEvent.clear(canvas.getByLabelText(/Apertura/))
    await userEvent.type(canvas.getByLabelText(/Apertura/), '21:00')
    await userEvent.click(add)
    await expect(shifts(canvasElement)).toContain('sábado, 21:00–23:59')
    await expect(canvas.getByText('El cambio afecta a todas las áreas (2)')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.getByText('Horario guardado')).toBeVisible())
    await expect(saveLocal).toHaveBeenCalledWith(
      1,
      expect.arrayContaining([
        { local: 1, area: null, week_day: 6, opening: '21:00', closing: '23:59' },
        { local: 1, area: null, week_day: 1, opening: '00:00', closing: '01:30' },
      ]),
    )
    await expect(canvas.queryByText('Hay cambios sin guardar')).toBe(null)
    // The button that was pressed is gone; the focus is not.
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Turnos de la semana'))
  },
}

export const Keys: Story = {
  ...page('?client=1&local=1'),
  play: async ({ canvasElement }) => {
    const canvas = await shown(canvasElement)
    const monday = await canvas.findByRole('button', { name: 'lunes, 10:00–21:00' })
    monday.focus()
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowUp}{/Shift}{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    await expect(document.activeElement).toHaveAccessibleName('lunes, 09:45–21:00')
    await expect(canvas.getByText('lunes, de 09:45 a 21:00')).toHaveAttribute('aria-live', 'polite')
    // The next day is taken; the one before the first is no day.
    await userEvent.keyboard('{ArrowRight}')
    await expect(
      canvas.getByText(/^Los turnos no se pueden solapar: martes, de 09:45 a 21:00, con 10:00–21:00/),
    ).toBeVisible()
    await userEvent.keyboard('{Delete}')
    await expect(shifts(canvasElement)).toHaveLength(5)
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('martes, 10:00–21:00'))
    await userEvent.keyboard('{ArrowLeft}')
    await expect(document.activeElement).toHaveAccessibleName('lunes, 10:00–21:00')
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'martes' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Aceptar' }))
    // It is the week that is stored again: nothing is left to save.
    await waitFor(() => expect(canvas.queryByText('Hay cambios sin guardar')).toBe(null))
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('martes, 10:00–21:00'))
    await userEvent.keyboard('{Enter}')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' }))
    // What was opened is gone; the focus is on what replaced it.
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('miércoles, 10:00–21:00'))
    await userEvent.click(canvas.getByRole('button', { name: /Añadir un turno: domingo/ }))
    await expect(canvas.getByLabelText(/Apertura/)).toHaveFocus()
    await expect(
      within(canvas.getByRole('toolbar', { name: 'Días' })).getByRole('button', { name: 'domingo' }),
    ).toHaveAttribute('aria-pressed', 'true')
  },
}

/** How long an element takes to fade in for who wants motion; stories are shown to who wants less. */
const fadesOf = (element: Element) =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSStyleRule)
    .filter(({ selectorText, style }) => style.animationDuration !== '' && element.matches(selectorText))
    .map(({ style }) => style.animationDuration)

const saveClient = fn(refusing('OPENING_HOURS_OVERLAP', { first: '10:00–14:00', second: '13:00–20:00' }))
/**
 * All locals of a client: asked before what differs is lost, covered until it is settled, and a refusal loses nothing.
 */
export const Pending: Story = {
  ...page('?client=3', { saveClient }),
  play: async ({ canvasElement }) => {
    saveClient.mockClear()
    const canvas = await shown(canvasElement)
    const opens = await canvas.findByLabelText(/Apertura/)
    await expect(fadesOf(opens.closest('section')!)).toEqual(['400ms'])
    await userEvent.type(opens, '9')
    await userEvent.type(canvas.getByLabelText(/Cierre/), '14')
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir turno' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'lunes' })).toHaveFocus())
    await userEvent.click(canvas.getByRole('button', { name: 'viernes' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir turno' }))
    await expect(canvas.getByText('El cambio afecta a todos los locales (2)')).toBeVisible()
    const cover = canvas.getByRole('button', { name: 'Guarda o descarta los cambios antes' })
    await userEvent.click(cover)
    await userEvent.click(cover)
    await waitFor(() => expect(screen.getAllByText('Guarda o descarta los cambios antes')).toHaveLength(1))
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    const question = within(await screen.findByRole('alertdialog'))
    await waitFor(() =>
      expect(
        question.getByText('Los 2 locales de este cliente tendrán esta semana en lugar de la suya.'),
      ).toBeVisible(),
    )
    await userEvent.click(question.getByRole('button', { name: 'Sustituir' }))
    await waitFor(() => expect(screen.getByText(/se solapan el mismo día/)).toBeVisible())
    await expect(saveClient).toHaveBeenCalledWith(
      3,
      [3, 4].map((at) => ({ local: at, area: null, week_day: 5, opening: '09:00', closing: '14:00' })),
    )
    await expect(shifts(canvasElement)).toEqual(['viernes, 09:00–14:00'])
    await userEvent.click(canvas.getByRole('button', { name: 'Descartar' }))
    await expect(shifts(canvasElement)).toEqual([])
    await expect(canvas.queryByRole('button', { name: 'Guarda o descarta los cambios antes' })).toBe(null)
  },
}

const changeHolidays = fn(sampleApi().changeHolidays)
export const Holidays: Story = {
  ...page('?client=1&local=1&view=holidays', { changeHolidays }),
  play: async ({ canvasElement }) => {
    changeHolidays.mockClear()
    const canvas = await shown(canvasElement)
    const day = (iso: string) => canvasElement.querySelector<HTMLElement>(`[data-day="${iso}"]`)!
    await canvas.findByRole('heading', { name: 'Festivos de 2026' })
    // A past day cannot be changed.
    await userEvent.click(day('2026-05-01'))
    await expect(day('2026-05-01')).toHaveAccessibleName('viernes, 1 de mayo, Día del Trabajador, No modificable')
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir los 2 festivos oficiales que faltan' }))
    await userEvent.click(day('2026-12-25'))
    day('2026-12-25').focus()
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    await expect(
      ['2026-12-06', '2026-12-07', '2026-12-24', '2026-12-25', '2026-12-23'].map((iso) => day(iso).dataset.kind),
    ).toEqual(['toAdd', 'toAdd', 'toAdd', 'toRemove', 'working'])
    const name = canvas.getByRole('textbox', { name: /Nombre del festivo/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Nochebuena')
    await userEvent.click(canvas.getByRole('checkbox'))
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.getByText('Festivos guardados en 2 locales')).toBeVisible())
    await waitFor(() => expect(day('2026-12-24')).toHaveFocus())
    await expect(changeHolidays).toHaveBeenCalledWith(1, {
      add: [
        { day: '2026-12-06', name: 'Constitución' },
        { day: '2026-12-07', name: 'Constitución (día sustituto)' },
        { day: '2026-12-24', name: 'Nochebuena' },
      ],
      remove: ['2026-12-25'],
      everywhere: true,
    })
  },
}
