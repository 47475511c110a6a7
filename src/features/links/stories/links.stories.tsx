import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within, screen } from 'storybook/test'
import { answers, At, never, refused, say } from '../../../../.storybook/pages.tsx'
import type { PublicLinkDraft } from '#schemas/generated/api/public-link-draft.ts'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import { ConfirmRegion, toasts } from '#ui'
import type { PublicLinksApi } from '../../../api/public-links.ts'
import LinkDialog from '../link-dialog.tsx'
import { LinksFrame } from '../links-frame.tsx'
import { LinksPage } from '../links-page.tsx'
import type { LinkPorts } from '../ports.ts'
import { SharedFrame, SharedMessage } from '../shared-page.tsx'

const meta = {
  title: 'Dashboards/Public links',
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta
export default meta
type Story = StoryObj

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000
const link = (id: number, name: string, more: Partial<PublicLink> = {}): PublicLink => ({
  id,
  slug: `slug${id}`,
  name,
  dashboard: 'foot-compare',
  dashboardName: 'Comparativa',
  clients: [1],
  locals: null,
  periods: 'rolling',
  day: null,
  lang: 'es',
  origins: [],
  owner: 'ana@nube.example',
  mine: true,
  state: 'active',
  createdAt: NOW - 5 * DAY,
  endsAt: NOW + 25 * DAY,
  openedAt: NOW - DAY,
  openings: 12,
  revokedAt: null,
  ...more,
})
const LINKS: readonly PublicLink[] = [
  link(1, 'Consejo de administración'),
  link(2, 'Cierre de octubre', { periods: 'snapshot', day: '2026-10-31', openings: 1, openedAt: null }),
  link(3, 'Portal del centro', { state: 'rights', mine: false, owner: 'luis@nube.example', openings: 0 }),
  link(4, 'Prueba', { state: 'revoked', revokedAt: NOW - DAY }),
]
const add = fn(async (draft: PublicLinkDraft) => ({
  ...link(9, draft.name, { origins: [...draft.origins], openings: 0 }),
  token: 'x'.repeat(43),
}))
const revoke = fn(async () => undefined)
const apiOf = (part: Partial<PublicLinksApi> = {}): PublicLinksApi => ({
  list: async () => [...LINKS],
  add,
  revoke,
  ...part,
})

const page = (part: Partial<PublicLinksApi> = {}): Story => ({
  render: () => (
    <LinksFrame ports={{ api: apiOf(part), say }} queries={answers()}>
      <At>
        <LinksPage />
      </At>
    </LinksFrame>
  ),
  beforeEach: () => {
    toasts.clear()
  },
})

export const List: Story = page()
export const Loading: Story = page({ list: never })
export const Failed: Story = page({ list: refused })
export const None: Story = page({ list: () => Promise.resolve([]) })

const ports = (part: Partial<PublicLinksApi> = {}): LinkPorts => ({
  api: apiOf(part),
  clients: async () => [{ id: 1, name: 'Nube Moda' }] as never,
  locals: async () =>
    [
      { id: 11, name: 'Gran Vía' },
      { id: 12, name: 'Sierpes' },
    ] as never,
  lang: () => 'es',
  now: () => NOW,
  linkOf: ({ slug, token }) => `https://aforo.example/shared/${slug}#${token}`,
  say,
  confirmation: null,
})
const dialog = (of: LinkPorts): Story => ({
  render: () => (
    <>
      <LinkDialog
        ports={of}
        dashboard="foot-compare"
        title="Comparativa"
        values={{ stores: 'all' }}
        client={1}
        onClose={() => undefined}
      />
      <ConfirmRegion />
    </>
  ),
  beforeEach: () => {
    toasts.clear()
    add.mockClear()
    revoke.mockClear()
  },
})
const make = () => screen.findByRole('button', { name: 'Crear enlace' })

const [shown, refusing] = [ports(), ports({ add: refused })]
/** What is sent is what is on show, and the link is in sight this once. */
export const Make: Story = {
  ...dialog(shown),
  play: async () => {
    await waitFor(async () => expect(await make()).toBeEnabled())
    await userEvent.type(screen.getByRole('textbox', { name: /Páginas/ }), 'https://intranet.example')
    await userEvent.click(await make())
    await screen.findByDisplayValue(`https://aforo.example/shared/slug9#${'x'.repeat(43)}`)
    await expect(add).toHaveBeenCalledWith({
      name: 'Comparativa',
      dashboard: 'foot-compare',
      clients: [1],
      locals: null,
      values: { stores: 'all' },
      periods: 'rolling',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      lang: 'es',
      endsAt: NOW + 30 * DAY,
      origins: ['https://intranet.example'],
    })
    await expect(screen.getByRole('button', { name: 'Copiar código para incrustar' })).toBeVisible()
  },
}
export const Refused: Story = {
  ...dialog(refusing),
  play: async () => {
    await waitFor(async () => expect(await make()).toBeEnabled())
    await userEvent.click(await make())
    await waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
  },
}
export const Revoke: Story = {
  ...dialog(shown),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Revocar Consejo de administración' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revocar' }))
    await waitFor(() => expect(revoke).toHaveBeenCalledWith(1))
    // One that was revoked is not revoked again.
    await expect(screen.queryByRole('button', { name: 'Revocar Prueba' })).toBeNull()
  },
}

const VIEW = { name: 'Cierre de octubre', day: '2026-10-31', madeAt: NOW, endsAt: NOW + 25 * DAY }
const framed = (periods: 'rolling' | 'frozen' | 'snapshot'): Story => ({
  render: () => (
    <SharedFrame view={{ ...VIEW, periods }}>
      <p>…</p>
    </SharedFrame>
  ),
})
export const Rolling: Story = framed('rolling')
export const Frozen: Story = framed('frozen')
export const Snapshot: Story = framed('snapshot')
export const Ended: Story = { render: () => <SharedMessage problem="ended" /> }
export const Invalid: Story = { render: () => <SharedMessage problem="invalid" /> }
export const Away: Story = { render: () => <SharedMessage problem="away" /> }
export const Opening: Story = { render: () => <SharedMessage problem={null} /> }
