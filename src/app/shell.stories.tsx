import type { Meta, StoryObj } from '@storybook/react-vite'
import { LogoutIcon, UserIcon } from '#ui/icons/index.tsx'
import { MemoryRouter } from 'react-router'
import type { ComponentProps } from 'react'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import { HealthNotices } from './server-health.tsx'
import { useSettings } from './settings-menu.tsx'
import { Shell } from './shell.tsx'

const BAR = ['admin', 'corporate', 'compare', 'status', 'automotive', 'bigVenues'].map((id) => ({
  to: `/users/${id}`,
  label: `home:screen.${id}`,
}))

const meta = {
  title: 'Pages/Frame',
  component: Shell,
  args: {
    username: 'analyst@aforo.test',
    entries: BAR.slice(2, 4),
    lastLogin: 'Último acceso: 12/03/2026 09:41:07',
    onProfile: fn(),
    onSearch: fn(),
    settings: [
      {
        id: 'account',
        label: 'analyst@aforo.test',
        actions: [
          { id: 'profile', label: 'Mi perfil', icon: <UserIcon /> },
          { id: 'logout', label: 'Cerrar sesión', icon: <LogoutIcon /> },
        ],
      },
    ],
    children: <h1>Página</h1>,
  },
  decorators: [
    (Story) => (
      <MemoryRouter initialEntries={['/users/compare']}>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof Shell>
export default meta
type Story = StoryObj<typeof meta>

export const Basic: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const who = canvas.getByRole('button', { name: /analyst@aforo\.test/ })
    await expect(who).toHaveAccessibleDescription(args.lastLogin)
    await userEvent.click(who)
    await expect(args.onProfile).toHaveBeenCalledOnce()
    await expect(within(canvas.getByRole('navigation')).getAllByRole('link', { current: 'page' })).toHaveLength(1)
  },
}

export const Administrator: Story = {
  args: { username: 'admin@aforo.test', ownAccount: '/users/admin/users/1/edit', entries: BAR },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('link', { name: /admin@aforo\.test/ })).toHaveAttribute(
      'href',
      '/users/admin/users/1/edit',
    )
  },
}

export const WithoutBar: Story = {
  args: { navbar: false },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole('banner')).toBeNull()
  },
}

export const DeepGround: Story = {
  args: { background: 'deep' },
  play: async () => {
    await expect(document.documentElement.dataset.ground).toBe('deep')
  },
}

export const NothingToOpen: Story = { args: { entries: [], username: 'sin.acceso@aforo.test' } }

/** The product's own entries. */
function WithSettings(args: ComponentProps<typeof Shell>) {
  return (
    <Shell
      {...args}
      settings={useSettings({
        username: args.username,
        ownAccount: args.ownAccount,
        pages: [{ id: 'schedule', path: '/users/management/schedule' }],
      })}
    />
  )
}
export const SettingsMenu: Story = {
  render: (args) => <WithSettings {...args} />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Cuenta y ajustes' }))
    const menu = within(await screen.findByRole('menu'))
    for (const name of ['Mi perfil', 'Cambiar la contraseña', 'Cambiar el idioma', 'Cerrar sesión'])
      await expect(menu.getByRole('menuitem', { name })).toBeInTheDocument()
    await expect(menu.getByRole('menuitem', { name: 'Horarios' })).toHaveAttribute('href', '/users/management/schedule')
    await expect(menu.getByRole('menuitem', { name: 'Condiciones del servicio' })).toHaveAttribute(
      'href',
      '/users/terms-of-service',
    )
    await expect(menu.getByRole('menuitem', { name: 'Política de privacidad' })).toHaveAttribute(
      'href',
      '/users/privacy-policy',
    )
    await userEvent.keyboard('{Escape}')
  },
}

/** The notices that administrators see above every page while the disk is full and a part of the figures is damaged. */
export const ServerInTrouble: Story = {
  args: {
    username: 'admin@aforo.test',
    entries: BAR,
    children: (
      <HealthNotices
        state={{
          isDiskFull: true,
          damages: [
            { part: 'facts', where: 'block 17', at: 0, clients: [3] },
            { part: 'facts', where: 'block 18', at: 0, clients: [3] },
          ],
        }}
      />
    ),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(
      canvas.getAllByText('Una parte de las cifras está dañada y no se muestra. Las demás son correctas.'),
    ).toHaveLength(1)
    await expect(canvas.getByText(/^El disco del servidor está lleno/)).toBeVisible()
    for (const link of canvas.getAllByRole('link', { name: 'Ver el servidor' }))
      await expect(link).toHaveAttribute('href', '/users/admin/server')
  },
}
