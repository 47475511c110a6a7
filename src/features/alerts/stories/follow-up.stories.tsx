/** What people do about alerts and rules, and rules about figures of widgets. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, refused, say } from '../../../../.storybook/pages.tsx'
import type { Projection, WidgetDialogProps } from '#engine'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { FigureWatch } from '#schemas/generated/entities/figure-watch.ts'
import { toasts } from '#ui'
import type { AlertsApi } from '../../../api/alerts.ts'
import { AlertsFrame } from '../alerts-frame.tsx'
import { FigureAlertDialog } from '../figure-dialog.tsx'
import { ManagePage } from '../manage-page.tsx'
import { EditRulePage } from '../rule-pages.tsx'
import { alert, rule, sampleApi } from './sample.ts'
import { sampleWebhooks } from './sample-webhooks.ts'

const meta = { title: 'Alerts/Follow-up', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const NOW = Date.UTC(2026, 10, 20, 9, 30)
const page = (part: Partial<AlertsApi>, tab: string, Page = ManagePage, at = `/page?tab=${tab}`): Story => ({
  render: () => (
    <AlertsFrame
      ports={{ api: sampleApi(part), webhooks: sampleWebhooks(), say, dashboardOf: () => undefined }}
      queries={answers()}
    >
      <At address={at}>
        <Page />
      </At>
    </AlertsFrame>
  ),
  beforeEach: () => {
    toasts.clear()
  },
})

const mark = (note: string | null, until: number | null) => ({ at: NOW, by: 'bea@aforo.test', note, until })
const marked = () =>
  Promise.resolve([
    alert(1, {}),
    alert(2, { local: 2, acknowledged: mark('Voy esta tarde', null) }),
    alert(3, { local: 3, snoozed: mark(null, NOW + 3_600_000) }),
    alert(4, { local: 4, state: 'closed', closedAt: NOW, closedBecause: 'solved', muted: true }),
  ])

/** How far it is: the list is read again after the refusal, and then the first alert is another person's. */
let isFirst = true
const beaWasFirst = (code: string) => () => {
  isFirst = false
  return Promise.reject(Object.assign(new Error('It is.'), { code, details: { by: 'bea@aforo.test', at: NOW } }))
}
const second: Story = {
  ...page(
    {
      history: async () => {
        const [one, ...others] = await marked()
        return [{ ...one!, acknowledged: isFirst ? null : mark('Ya voy', null) }, ...others]
      },
      acknowledge: beaWasFirst('ALERT_ACKNOWLEDGE_CONFLICT'),
      snooze: beaWasFirst('ALERT_SNOOZE_CONFLICT'),
    },
    'history',
  ),
  beforeEach: () => {
    toasts.clear()
    isFirst = true
  },
}

/** The second person sees who was first, also when the list then shows it. */
export const AcknowledgedByAnother: Story = {
  ...second,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Se ocupa bea@aforo.test: Voy esta tarde')
    await expect(canvas.getByText('Sin correo: regla silenciada')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: /^Seguimiento: / })).toHaveLength(2)
    await userEvent.click(canvas.getByRole('button', { name: 'Seguimiento: Gran Vía, Dispositivo caído' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Me ocupo' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Me ocupo' }))
    await canvas.findByText('Se ocupa bea@aforo.test: Ya voy')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByText(/^bea@aforo.test se ocupa desde/)).toBeVisible())
  },
}

export const SnoozedAfterAnother: Story = {
  ...second,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Seguimiento: Gran Vía, Dispositivo caído' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Posponer/ }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Posponer los correos' }))
    await canvas.findByText('Se ocupa bea@aforo.test: Ya voy')
    await waitFor(() => expect(screen.getByText('bea@aforo.test ha cambiado esta alerta entretanto.')).toBeVisible())
  },
}

const taken = fn(sampleApi().acknowledgeMany)
export const ManyAcknowledged: Story = {
  ...page(
    { history: () => Promise.resolve([alert(1, {}), alert(2, { local: 2 })]), acknowledgeMany: taken },
    'history',
  ),
  play: async ({ canvasElement }) => {
    taken.mockClear()
    const canvas = within(canvasElement)
    await canvas.findByText('Serrano')
    const [all] = canvas.getAllByRole('checkbox')
    await userEvent.click(all!)
    await userEvent.click(await canvas.findByRole('button', { name: 'Me ocupo' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox'), 'Todas')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Me ocupo' }))
    await waitFor(() => expect(taken).toHaveBeenCalledWith([1, 2], 'Todas'))
  },
}

const WATCH: FigureWatch = {
  dashboard: 'foot-compare',
  widget: 'benchmark',
  column: 'ins',
  rows: 'any',
  row: null,
  below: 1500,
  above: null,
  values: { client: 1 },
  search: 'client=1',
  lang: 'es',
  timeZone: 'Europe/Madrid',
  title: 'Comparativa de locales',
  label: 'Entradas',
  rowLabel: null,
  format: 'count',
}
const figure = (id: number, part: Partial<AlertRule>) =>
  rule(id, { kind: 'figure', settings: {}, name: 'Pocas entradas', watch: WATCH, owner: 'ana@aforo.test', ...part })

const muted = fn(sampleApi().mute)
export const RestingAndMutedRules: Story = {
  ...page(
    {
      rules: () =>
        Promise.resolve([
          figure(1, { restReason: 'columnGone' }),
          figure(2, { name: 'Mucha gente', mute: mark('Obras', NOW) }),
          figure(3, { name: 'Sin novedad' }),
        ]),
      mute: muted,
    },
    'rules',
  ),
  play: async ({ canvasElement }) => {
    muted.mockClear()
    const canvas = within(canvasElement)
    await canvas.findByText('En pausa: la columna ya no está en el widget')
    await expect(canvas.getByText(/^Silenciada hasta .* · Obras$/)).toBeVisible()
    await expect(
      canvas.getAllByText(/^Comparativa de locales · Entradas · Cualquier fila · por debajo de 1.500$/).length,
    ).toBe(3)
    await userEvent.click(canvas.getByRole('button', { name: 'Silenciar Sin novedad...' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Motivo (opcional)' }), 'Rebajas')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Silenciar la regla' }))
    await waitFor(() =>
      expect(muted).toHaveBeenCalledWith(3, expect.objectContaining({ reason: 'Rebajas', seen: null })),
    )
  },
}

export const FigureRule: Story = {
  ...page({ rule: () => Promise.resolve(figure(1, {})) }, '', EditRulePage, '/page/1'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(/^Una regla sobre una cifra no se puede probar/)).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: /Nombre/ })).toHaveValue('Pocas entradas')
  },
}

const projection: Projection = {
  columns: [
    { id: 'local', label: 'Local', format: 'text', role: 'dim' },
    { id: 'ins', label: 'Entradas', format: 'count', role: 'measure', unit: 'count', metric: 'ins' },
    { id: 'captureRate', label: 'Tasa de captación', format: 'percent', role: 'measure', unit: 'percent' },
  ],
  rows: [
    ['Gran Vía', 2400, 21.5],
    ['Serrano', 1200, 18.2],
    ['Total', 3600, 20.4],
  ],
  sumRows: [2],
  category: 'local',
  summary: 'Entradas: 3600.',
}
/** What the dialog asks of a running dashboard. */
const dashboardOf = (client: number | null) =>
  ({
    model: { params: new Map([['client', { key: 'client', definition: { options: { names: 'client' } } }]]) },
    store: {
      getState: () => ({
        labels: {},
        params: {
          client: { type: 'single', label: 'Marca', origin: 'user', value: client },
          periods: { type: 'periodPair', label: 'Periodos', origin: 'default', value: null },
          day: { type: 'date', label: 'Día', origin: 'user', value: '2026-11-20' },
        },
      }),
    },
  }) as unknown as WidgetDialogProps['dashboard']

const added = fn<AlertsApi['addRule']>(() => Promise.resolve(figure(9, {})))
const dialog = (client: number | null, addRule: AlertsApi['addRule'] = added, figures = projection): Story => ({
  render: () => (
    <FigureAlertDialog
      dashboard={dashboardOf(client)}
      widget="benchmark"
      title="Comparativa de locales"
      projection={figures}
      onClose={() => undefined}
      ports={{
        api: { ...sampleApi(), addRule },
        dashboard: 'foot-compare',
        search: () => '?client=1',
        chosen: () => ({ day: '2026-11-20' }),
        say,
      }}
    />
  ),
})

const withTarget: Projection = {
  columns: [
    { id: 'measure', label: 'Medida', format: 'text', role: 'dim' },
    { id: 'comparing', label: 'Mes pasado', format: 'count', role: 'measure', unit: 'count', metric: 'ins' },
    { id: 'target', label: 'Objetivo', format: 'count', role: 'measure', unit: 'count', metric: 'ins' },
    { id: 'progress', label: 'Parte del objetivo', format: 'percent', role: 'measure', unit: 'percent' },
  ],
  rows: [['Entradas', 575_425, 600_000, 95.9]],
  category: 'measure',
  summary: 'Entradas: 575.425.',
}
export const AlertOnATarget: Story = {
  ...dialog(1, added, withTarget),
  play: async () => {
    added.mockClear()
    const shown = within(await screen.findByRole('dialog'))
    await expect(shown.getByRole('textbox', { name: /Límite inferior/ })).toHaveValue('600.000')
    // The dialog fades in.
    await waitFor(() => expect(shown.getByText('El objetivo del widget.')).toBeVisible())
    await expect(shown.getByRole('status')).toHaveTextContent('575.425')
    await userEvent.click(shown.getByRole('button', { name: 'Crear alerta' }))
    await waitFor(() =>
      expect(added.mock.calls[0]?.[0].watch).toMatchObject({
        column: 'comparing',
        rows: 'one',
        below: 600_000,
        above: null,
      }),
    )
  },
}

export const OfNoOneClient: Story = {
  ...dialog(null),
  play: async () => {
    await waitFor(() => expect(screen.getByText(/^Elige un solo cliente/)).toBeVisible())
  },
}

export const AlertOnAFigure: Story = {
  ...dialog(1),
  play: async () => {
    added.mockClear()
    const form = within(await screen.findByRole('dialog'))
    await userEvent.click(await form.findByRole('button', { name: 'Crear alerta' }))
    await waitFor(() => expect(form.getByText(/^Escribe un número/)).toBeVisible())
    await userEvent.type(form.getByRole('textbox', { name: /Límite inferior/ }), '1500')
    await userEvent.tab()
    await waitFor(() => expect(form.getByText('Ahora avisaría: 1 de 2')).toBeVisible())
    await expect(form.getByText(/^Serrano: 1/)).toBeVisible()
    await expect(form.getByText('Avanza con el calendario: Periodos.')).toBeVisible()
    await expect(form.getByText('Se queda fijo: Día.')).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Crear alerta' }))
    await waitFor(() =>
      expect(added).toHaveBeenCalledWith(
        expect.objectContaining({
          client: 1,
          kind: 'figure',
          watch: expect.objectContaining({
            column: 'ins',
            rows: 'any',
            below: 1500,
            above: null,
            values: { client: 1, day: '2026-11-20' },
          }) as unknown,
        }),
      ),
    )
  },
}

const MIXED: Projection = {
  columns: [
    { id: 'metric', label: 'Métrica', format: 'text', role: 'dim' },
    { id: 'change', label: 'Variación', format: 'number', role: 'measure', isChange: true },
  ],
  rows: [['Entradas', 72.8]],
  basis: { stores: 'all', asked: 27, compared: 13, comparing: 25, reference: 15, leftOut: [] },
  category: 'metric',
  summary: 'Entradas.',
}
/** Why nothing can be said is said: the hours are all there, the stores are not the same. */
export const AlertOnAMixedChange: Story = {
  ...dialog(1, added, MIXED),
  play: async () => {
    const form = within(await screen.findByRole('dialog'))
    await userEvent.type(await form.findByRole('textbox', { name: /Límite inferior/ }), '100')
    await userEvent.tab()
    await waitFor(() =>
      expect(
        form.getByText(
          'Ahora no se puede decir: la variación compara locales distintos. Una variación así nunca avisa.',
        ),
      ).toBeVisible(),
    )
  },
}

export const AlertRefused: Story = {
  ...dialog(1, refused),
  play: async () => {
    const form = within(await screen.findByRole('dialog'))
    await userEvent.type(await form.findByRole('textbox', { name: /Límite inferior/ }), '10')
    await userEvent.tab()
    await waitFor(() => expect(form.getByText('Ahora no avisaría')).toBeVisible())
    await userEvent.click(form.getByRole('button', { name: 'Crear alerta' }))
    await waitFor(() => expect(form.getByText(say({ code: 'STORE_UNAVAILABLE', message: '' }))).toBeVisible())
  },
}
