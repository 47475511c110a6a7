import type { Frame } from '#domain/frame'
import { type PeriodPair, presetOption, resolvePeriods } from '#domain/periods'
import type { ParamView } from '#engine'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { periodControl } from '../period-control.tsx'

const meta = { title: 'Periods/Control', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

/** A control on one day, that begins with a pair and keeps what is chosen. */
function on(today: string, key: Parameters<typeof presetOption>[0] = 'thisWeekVsPrevious', campaigns?: Frame): Story {
  const Control = periodControl({
    today: () => today,
    confirm: (option) => Promise.resolve(resolvePeriods(option, { today }) as PeriodPair),
  })
  const begin = resolvePeriods(presetOption(key), { today })
  function Held() {
    const [value, setValue] = useState<unknown>(begin)
    const param: ParamView = {
      key: 'periods',
      type: 'periodPair',
      label: 'Periodos',
      state: 'set',
      value,
      draft: value,
      origin: 'user',
      missing: [],
      ...(campaigns !== undefined && { options: campaigns }),
    }
    return (
      <div data-param="periods" style={{ maxWidth: '46rem' }}>
        <Control param={param} onChange={setValue} onRetry={() => undefined} />
      </div>
    )
  }
  return { render: () => <Held /> }
}

const control = (root: HTMLElement) => within(root).getByRole('button', { name: /^Periodos / })
const open = async (root: HTMLElement) => {
  await userEvent.click(control(root))
  return within(await screen.findByRole('dialog'))
}
const days = (root: HTMLElement) => [...control(root).querySelectorAll('time')].map((time) => time.dateTime)

/** "This week" has no whole day on a Monday: last week is shown, and that is what is ticked. */
export const OnMonday: Story = {
  ...on('2026-11-23'),
  play: async ({ canvasElement }) => {
    await expect(control(canvasElement)).toHaveAccessibleName(/^Periodos Semana pasada frente a Semana anterior/)
    const dialog = await open(canvasElement)
    await expect(await dialog.findByRole('button', { name: /Semana pasada y la anterior/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(dialog.getByRole('button', { name: /Esta semana y la anterior desde mañana/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await dialog.findByText('Hoy empieza un periodo nuevo: se muestra el último completo.')
  },
}

/** A reference that is only as long as the period says so, and one switch takes the whole of it. */
export const Cut: Story = {
  ...on('2026-11-23', 'thisMonthVsPrevious'),
  play: async ({ canvasElement }) => {
    await expect(control(canvasElement)).toHaveAccessibleName(
      /^Periodos Este mes frente a Mes anterior .*los mismos 22 días$/,
    )
    const dialog = await open(canvasElement)
    await userEvent.click(await dialog.findByRole('switch', { name: 'Referencia completa: 1–31 oct 2026' }))
    await waitFor(() => expect(days(canvasElement)).toEqual(['2026-11-01/2026-11-22', '2026-10-01/2026-10-31']))
    await expect(control(canvasElement)).not.toHaveAccessibleName(/los mismos/)
  },
}

/** Earlier and later by arrow: a preset where one gives these days, else the days by their name. */
export const Steps: Story = {
  ...on('2026-11-20'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('button', { name: 'Periodo siguiente: aún no tiene días completos' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Periodo anterior' }))
    await expect(control(canvasElement)).toHaveAccessibleName(/^Periodos Semana pasada frente a Semana anterior/)
    await userEvent.click(canvas.getByRole('button', { name: 'Periodo anterior' }))
    await expect(control(canvasElement)).toHaveAccessibleName(/^Periodos 2–8 nov 2026 frente a 26 oct . 1 nov 2026$/)
    await userEvent.click(canvas.getByRole('button', { name: 'Periodo siguiente' }))
    await expect(days(canvasElement)).toEqual(['2026-11-09/2026-11-15', '2026-11-02/2026-11-08'])
  },
}

/** What is shown is what custom periods begin with, and what "same period last year" keeps. */
export const BeginsWithWhatIsShown: Story = {
  ...on('2026-11-20', 'lastMonthVsPrevious'),
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement)
    await userEvent.click(await dialog.findByRole('button', { name: 'Periodos a medida' }))
    const parts = await dialog.findAllByRole('spinbutton')
    await expect(parts.map((part) => part.textContent).join('-')).toBe('01-10-2026-31-10-2026-01-09-2026-30-09-2026')
    await userEvent.click(dialog.getByRole('button', { name: 'Mismo periodo del año anterior' }))
    await waitFor(() => expect(days(canvasElement)).toEqual(['2026-10-01/2026-10-31', '2025-10-02/2025-11-01']))
  },
}

const numbers = (...values: number[]) => ({ kind: 'numbers' as const, values: Float64Array.from(values) })
const texts = (...dictionary: string[]) => ({
  kind: 'text' as const,
  codes: Int32Array.from(dictionary.keys()),
  dictionary,
})
const CAMPAIGNS: Frame = {
  columns: [
    { id: 'id', type: 'int', role: 'dim' },
    { id: 'name', type: 'text', role: 'dim' },
    { id: 'begin', type: 'text', role: 'dim' },
    { id: 'end', type: 'text', role: 'dim' },
  ],
  data: [
    numbers(1, 2),
    texts('Rebajas', 'Navidad'),
    texts('2026-07-01', '2025-12-08'),
    texts('2026-07-31', '2025-12-31'),
  ],
  rows: 2,
}
/** Campaigns in the list have their days as the control writes them, not as they are stored. */
export const DaysOfCampaigns: Story = {
  ...on('2026-11-20', 'thisWeekVsPrevious', CAMPAIGNS),
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement)
    await userEvent.click(await dialog.findByRole('button', { name: 'Campañas' }))
    await userEvent.click(await dialog.findByRole('button', { name: /Elige una opción/ }))
    const options = await screen.findAllByRole('option')
    await expect(options.map((option) => option.textContent)).toEqual(['Rebajas1–31 jul 2026', 'Navidad8–31 dic 2025'])
  },
}
