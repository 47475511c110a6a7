import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, nothing, refused, say } from '../../../../.storybook/pages.tsx'
import { ALERT_KINDS, ALERT_RULES } from '#domain/alert-rules'
import type { AlertRest } from '#schemas/generated/entities/alert-rest.ts'
import type { AlertsApi } from '../../../api/alerts.ts'
import { toasts } from '#ui'
import { AlertsFrame } from '../alerts-frame.tsx'
import { ManagePage } from '../manage-page.tsx'
import { EditRulePage, NewRulePage } from '../rule-pages.tsx'
import { sampleApi } from './sample.ts'
import { sampleWebhooks } from './sample-webhooks.ts'

const meta = { title: 'Alerts/Pages', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

/** A page at an address, with calls from memory. */
const page = (Page: ComponentType, part: Partial<AlertsApi> = {}, at = '/page'): Story => ({
  render: () => (
    <AlertsFrame
      ports={{
        api: sampleApi(part),
        webhooks: sampleWebhooks(),
        say,
        dashboardOf: ({ local }) => `/users/foot/dashboards/view/foot-compare?locals=${local}`,
      }}
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

export const Locals: Story = page(ManagePage)
export const LocalsLoading: Story = page(ManagePage, { locals: never })
export const LocalsFailed: Story = page(ManagePage, { locals: refused })
export const NoLocals: Story = page(ManagePage, { locals: nothing })

export const SearchAndFilter: Story = {
  ...page(ManagePage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const names = () => canvas.getAllByRole('switch').map((one) => one.getAttribute('aria-label'))
    await canvas.findByText('Gran Vía')
    await userEvent.click(canvas.getByRole('radio', { name: 'Off' }))
    await expect(names()).toHaveLength(3)
    await userEvent.click(canvas.getByRole('radio', { name: 'Todos' }))
    const search = canvas.getByRole('searchbox')
    await userEvent.type(search, 'nub-02')
    await waitFor(() => expect(names()).toEqual(['Alertas: Serrano']))
    await userEvent.clear(search)
    await userEvent.type(search, 'gran')
    await waitFor(() => expect(names()).toEqual(['Alertas: Gran Vía']))
    // The name of the client is shown and not searched.
    await userEvent.clear(search)
    await userEvent.type(search, 'alpina')
    await waitFor(() => expect(canvas.queryAllByRole('switch')).toHaveLength(0))
  },
}

const switched = fn(sampleApi().setState)
export const SwitchedOn: Story = {
  ...page(ManagePage, { setState: switched }),
  play: async ({ canvasElement }) => {
    switched.mockClear()
    const canvas = within(canvasElement)
    const toggle = await canvas.findByRole('switch', { name: "Alertas: Portal de l'Àngel" })
    await userEvent.click(toggle)
    // It comes in over a moment.
    await waitFor(() => expect(screen.getByText('Local actualizado correctamente')).toBeVisible())
    await expect(switched).toHaveBeenCalledWith(4, 4, 'activate')
    await waitFor(() => expect(canvas.getByRole('switch', { name: "Alertas: Portal de l'Àngel" })).toBeChecked())
  },
}

export const SwitchRefused: Story = {
  ...page(ManagePage, { setState: refused }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('switch', { name: 'Alertas: Gran Vía' }))
    await waitFor(() => expect(screen.getByText(/^Algo ha ido mal\. ./)).toBeVisible())
    await waitFor(() => expect(canvas.getByRole('switch', { name: 'Alertas: Gran Vía' })).toBeChecked())
  },
}

export const History: Story = page(ManagePage, {}, '/page?tab=history')
export const HistoryOfALocal: Story = page(ManagePage, {}, '/page?tab=history&local=2')
export const NoHistory: Story = page(ManagePage, { history: nothing }, '/page?tab=history')
export const HistoryFailed: Story = page(ManagePage, { history: refused }, '/page?tab=history')
export const PassportOfAnAlert: Story = {
  ...page(ManagePage, {}, '/page?tab=history'),
  play: async ({ canvasElement }) => {
    await userEvent.click(
      await within(canvasElement).findByRole('button', {
        name: 'De dónde sale: Gran Vía, Entradas fuera de lo esperado',
      }),
    )
    const panel = await screen.findByRole('dialog')
    for (const text of [
      'Gran Vía',
      '19/11/2026',
      '1204',
      '2011 – 2809',
      '8',
      'alert.totalOutOfBand@2',
      '12/11/2026, 05/11/2026, 29/10/2026, 22/10/2026, 15/10/2026, 08/10/2026, 01/10/2026, 24/09/2026',
    ])
      await waitFor(() =>
        expect(
          within(panel).getByText((content) => content.replace(/[.\s]/g, '') === text.replace(/[.\s]/g, '')),
        ).toBeVisible(),
      )
  },
}

export const Rules: Story = page(ManagePage, {}, '/page?tab=rules')
export const NoRules: Story = {
  ...page(ManagePage, { rules: nothing }, '/page?tab=rules'),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Todavía no hay reglas')
  },
}
export const NoRulesOfAClient: Story = {
  ...page(ManagePage, { rules: nothing }, '/page?tab=rules&client=1'),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Este cliente no tiene reglas')
  },
}

export const NewRule: Story = {
  ...page(NewRulePage),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Habría avisado 7 veces en 90 días')).toBeVisible()
    // Without a choice everyone is notified, and the field says so.
    await expect(
      within(canvasElement).getByRole('button', { name: 'Todas las personas con acceso Personas' }),
    ).toBeVisible()
  },
}
const rest: AlertRest = { modules: ['tickets'], locals: 3, of: 3 }
const withoutTickets = ALERT_KINDS.map((kind) => ({
  kind,
  resting: ALERT_RULES[kind].reads.includes('tickets') ? rest : null,
}))

/** Kinds over data that is off are not offered, and the form says which. */
export const NewRuleWithoutTickets: Story = {
  ...page(NewRulePage, { kinds: () => Promise.resolve(withoutTickets) }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const said = 'No disponible con los módulos de este cliente: Faltan los tickets y Conversión fuera de lo esperado.'
    await expect(await canvas.findByText(said)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /Qué se vigila/ }))
    const names = (await screen.findAllByRole('option')).map((one) => one.textContent)
    await expect(names).toEqual([
      'Dispositivo caído',
      'Entradas fuera de lo esperado',
      'Cobertura baja',
      'Aforo al límite',
    ])
  },
}

/** A rule that is there says why it is paused. */
export const RuleThatRests: Story = {
  ...page(EditRulePage, { kinds: () => Promise.resolve(withoutTickets) }, '/page/3'),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Módulo apagado: Tickets')).toBeVisible()
    await expect(within(canvasElement).getByRole('button', { name: /Faltan los tickets/ })).toBeVisible()
  },
}

export const RulesThatRest: Story = {
  ...page(
    ManagePage,
    {
      rules: async () =>
        (await sampleApi().rules()).map((rule) => ({
          ...rule,
          resting: rule.id === 3 ? rest : rule.id === 2 ? { modules: ['traffic'], locals: 1, of: 3 } : null,
        })),
    },
    '/page?tab=rules',
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Módulo apagado: Tickets')).toBeVisible()
    await expect(canvas.getByText('Módulo apagado en 1 de 3 locales: Tráfico')).toBeVisible()
  },
}

export const EditRule: Story = page(EditRulePage, {}, '/page/4')
export const RuleNotThere: Story = page(EditRulePage, {}, '/page/99')
export const BackTestFailed: Story = page(NewRulePage, { backTest: refused })
export const SettingOutOfBounds: Story = {
  ...page(EditRulePage, {}, '/page/3'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const field = await canvas.findByRole('textbox', { name: /Hora local/ })
    await userEvent.clear(field)
    await userEvent.type(field, '9h')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findByText('Escribe la hora como HH:mm')).toBeVisible()
  },
}
