import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, refused, say } from '../../../../.storybook/pages.tsx'
import type { AccessFlag } from '#domain/access'
import type { AdminApi } from '../../../api/admin.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { NewProgramPage, ProgramsPage } from '../api-clients/program-pages.tsx'
import { SecretDialog } from '../api-clients/secret-dialog.tsx'
import { BrandsPage, EditBrandPage, NewBrandPage } from '../brands/brand-pages.tsx'
import { EditGroupPage, GroupsPage } from '../groups/group-pages.tsx'
import { AdminHomePage } from '../home-page.tsx'
import { AuditLogPage } from '../audit/audit-page.tsx'
import { ConfirmationRegion, Confirmations } from '../confirmation.tsx'
import { ModulesPage } from '../modules/modules-page.tsx'
import { ServerPage } from '../server/server-page.tsx'
import { AccessPage } from '../user-access/access-page.tsx'
import { EditUserPage, NewUserPage } from '../users/user-pages.tsx'
import { UsersPage } from '../users/users-page.tsx'
import { sampleApi } from './sample.ts'

const meta = { title: 'Admin/Pages', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const saved = fn()
/** A page at an address, with calls from memory. */
const page = (
  Page: ComponentType,
  part: Partial<AdminApi> = {},
  id?: number,
  unbuilt: readonly AccessFlag[] = ['wiTrace'],
): Story => ({
  render: () => (
    <AdminFrame
      ports={{ api: sampleApi(part), me: { id: 1 }, unbuilt: new Set(unbuilt), say, save: saved }}
      queries={answers()}
    >
      <At address={id === undefined ? '/page' : `/page/${id}`}>
        <Page />
      </At>
    </AdminFrame>
  ),
})
const withUsers = (list: AdminApi['users']['list']) => ({ users: { ...sampleApi().users, list } })

export const Home: Story = {
  ...page(AdminHomePage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const orders = await canvas.findByRole('link', { name: /^Pedidos/ })
    // By heading and by region, in the order of the work; each card is in one of them.
    const parts = canvas.getAllByRole('region')
    const titles = canvas.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    await expect(titles).toEqual([
      'Clientes y pedidos',
      'Instalar y verificar',
      'Mantener',
      'Personas y permisos',
      'Paneles y mensajes',
      'Sistema',
    ])
    await expect(parts.map((part) => part.getAttribute('aria-labelledby'))).toEqual(
      canvas.getAllByRole('heading', { level: 2 }).map(({ id }) => id),
    )
    await expect(parts.map((part) => within(part).getAllByRole('link').length)).toEqual([7, 5, 4, 4, 5, 3])
    await expect(within(parts[0]!).getByRole('link', { name: /^Pedidos/ })).toBe(orders)
    await waitFor(() => expect(orders).toHaveTextContent('8Borrador'))
    await expect(canvas.getByRole('link', { name: /^Intervenciones/ })).not.toHaveTextContent(/\d/)
  },
}
export const Users: Story = {
  ...page(UsersPage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'marina@levante.test' })).toHaveAttribute(
      'href',
      '/users/admin/users/2/edit',
    )
    await expect(canvas.getByRole('link', { name: 'Añadir usuario' })).toHaveAttribute('href', '/users/admin/users/new')
  },
}
export const UsersLoading: Story = page(UsersPage, withUsers(never))
export const UsersFailed: Story = page(UsersPage, withUsers(refused))
export const NoUsers: Story = page(
  UsersPage,
  withUsers(() => Promise.resolve([])),
)

const disabled = fn(sampleApi().setEnabled)
export const DisableAsksFirst: Story = {
  ...page(UsersPage, { setEnabled: disabled }),
  beforeEach: () => {
    disabled.mockClear()
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Acciones de marina@levante.test' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Desactivar' }))
    const question = await screen.findByRole('alertdialog')
    await expect(disabled).not.toHaveBeenCalled()
    await userEvent.click(within(question).getByRole('button', { name: 'Desactivar' }))
    await waitFor(() => expect(disabled).toHaveBeenCalledWith(2, false))
  },
}

const maintained = fn(sampleApi().server.setMaintenance)
const retried = fn(sampleApi().server.retry)
export const Server: Story = {
  ...page(ServerPage, { server: { ...sampleApi().server, setMaintenance: maintained, retry: retried } }),
  beforeEach: () => {
    maintained.mockClear()
    retried.mockClear()
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Este servidor no envía correos')
    await canvas.findByText('No hay servidor de correo')
    // Only what waits can be tried again.
    await expect(canvas.getAllByRole('button', { name: /^Reintentar ahora/ })).toHaveLength(1)
    await userEvent.click(canvas.getByRole('button', { name: 'Reintentar ahora: direccion@aforo.test' }))
    await waitFor(() => expect(retried).toHaveBeenCalledWith(2))
    await userEvent.click(canvas.getByRole('switch', { name: 'Modo de mantenimiento' }))
    await waitFor(() => expect(maintained).toHaveBeenCalledWith(true))
    await expect(await canvas.findByRole('switch', { name: 'Modo de mantenimiento' })).toBeChecked()
  },
}
/** A full disk, and damage of two kinds: whose figures it is, where that is known. */
export const ServerInTrouble: Story = {
  ...page(ServerPage, {
    server: {
      ...sampleApi().server,
      mails: () => Promise.resolve([]),
      state: () =>
        Promise.resolve({
          maintenance: false,
          mailLeaves: true,
          undelivered: 0,
          isDiskFull: true,
          damages: [
            { part: 'facts', where: 'block 17', at: Date.UTC(2026, 2, 12, 9), clients: [1] },
            { part: 'journal', where: '0000000003.journal 512', at: Date.UTC(2026, 2, 12, 8), clients: null },
          ],
        }),
    },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('El disco está lleno')
    const rows = within(canvas.getByRole('table', { name: 'Daños encontrados' }))
      .getAllByRole('row')
      .slice(1)
    await expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('CifrasBloque 17'),
      expect.stringContaining('Diario de dispositivos0000000003.journal 512Se desconoce'),
    ])
    await expect(canvas.queryByText('Hay espacio en disco y no se ha encontrado nada dañado.')).toBeNull()
  },
}
export const ServerWithoutTrouble: Story = page(ServerPage, {
  server: {
    ...sampleApi().server,
    state: () =>
      Promise.resolve({ maintenance: false, mailLeaves: true, undelivered: 0, isDiskFull: false, damages: [] }),
    mails: () => Promise.resolve([]),
  },
})

const stored = fn(sampleApi().modules.save)
export const Modules: Story = {
  render: () => (
    <AdminFrame
      ports={{
        api: sampleApi({ modules: { ...sampleApi().modules, save: stored } }),
        me: { id: 1 },
        say,
        save: saved,
        unbuilt: new Set(),
      }}
      queries={answers()}
    >
      <At address="/page?client=1">
        <ModulesPage />
      </At>
    </AdminFrame>
  ),
  beforeEach: () => {
    stored.mockClear()
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Tickets/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(stored).toHaveBeenCalledWith(
        'client',
        1,
        expect.objectContaining({ tickets: true, traffic: true, zones: false }),
      ),
    )
  },
}

export const NewUser: Story = {
  ...page(NewUserPage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('button', { name: 'Invitar' })
    await expect(canvas.queryByDisplayValue(/marina/)).toBeNull()
  },
}
export const EditUser: Story = {
  ...page(EditUserPage, {}, 2),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByDisplayValue(/^marina/)
    await expect(canvas.queryByRole('button', { name: 'Invitar' })).toBeNull()
  },
}
export const OwnAccount: Story = page(EditUserPage, {}, 1)
export const UserNotThere: Story = page(EditUserPage, {}, 99)

export const UserFieldsSayWhatIsWrong: Story = {
  ...page(NewUserPage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Invitar' }))
    await expect(await canvas.findByText('El campo es obligatorio')).toBeVisible()
    const name = canvas.getByRole('textbox', { name: /Usuario \(correo\)/ })
    await expect(name).toHaveFocus()
    await userEvent.type(name, 'ana luna')
    await userEvent.type(canvas.getByRole('textbox', { name: 'Direcciones MAC' }), 'zz')
    await expect(await canvas.findByText(/«zz» no es una dirección MAC/)).toBeVisible()
    await userEvent.clear(name)
    await userEvent.type(name, 'ana')
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Direcciones MAC' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Invitar' }))
    await expect(await canvas.findByText(/Este nombre ya existe|Ya existe/)).toBeVisible()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
  },
}

export const FlagsThatNeedAnother: Story = {
  ...page(NewUserPage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const forecast = await canvas.findByRole('checkbox', { name: 'Previsión de automoción' })
    // A right whose screen is not built says so in the form.
    await expect(canvas.getByRole('checkbox', { name: 'Edificios' })).toHaveAccessibleDescription('Aún sin pantalla')
    await expect(canvas.getByRole('checkbox', { name: 'Comparativa' })).not.toHaveAccessibleDescription()
    await expect(forecast).toBeDisabled()
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Automoción' }))
    await expect(forecast).toBeEnabled()
    await userEvent.click(forecast)
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Automoción' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Invitar' }))
    await expect(
      await canvas.findByText('Previsión de automoción también necesita Automoción. Marca los dos o ninguno.'),
    ).toBeVisible()
  },
}

export const SettingsThatWaitForTheirScreen: Story = {
  ...page(NewUserPage, {}, undefined, ['wiTrace', 'hasAutomotive', 'hasBigVenues']),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const waits = /^Aún sin pantalla/
    await expect(
      await canvas.findByRole('checkbox', { name: 'Puede modificar los tipos de zona' }),
    ).toHaveAccessibleDescription(waits)
    for (const name of ['Edificios de tipo colaborativo', 'Varios clientes', 'Integración con espacios de terceros'])
      await expect(canvas.getByRole('checkbox', { name })).toHaveAccessibleDescription(waits)
    for (const name of ['Usuario de demostración', 'Requiere inicio de sesión externo'])
      await expect(canvas.getByRole('checkbox', { name })).not.toHaveAccessibleDescription(waits)
    await expect(canvas.getByRole('textbox', { name: 'Etiquetas de fuentes de datos' })).toHaveAccessibleDescription(
      waits,
    )
    await expect(
      within(canvas.getByRole('group', { name: 'Automoción', description: waits })).getByText('Nivel'),
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Automoción' }))
    await userEvent.click(canvas.getByRole('button', { name: /Página de destino/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Automoción' }))
    await expect(canvas.getByText('«Automoción» aún no tiene pantalla: se abrirá Inicio.')).toBeVisible()
  },
}

export const NoBrandLevel: Story = {
  ...page(EditUserPage, {}, 2),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Tiene acceso al cliente, pero no tiene nivel de marca')).toBeVisible()
  },
}

const handed = fn(sampleApi().handCode)
/** Where no mail leaves, an administrator makes the one-time code and reads it out. */
export const CodePassedOnByHand: Story = {
  ...page(EditUserPage, { handCode: handed }, 2),
  play: async ({ canvasElement }) => {
    handed.mockClear()
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Crear código de acceso' }))
    const question = await screen.findByRole('alertdialog')
    await expect(handed).not.toHaveBeenCalled()
    await userEvent.click(within(question).getByRole('button', { name: 'Crear código de acceso' }))
    // The dialog comes in over a moment.
    await waitFor(() => expect(screen.getByText('048172639154')).toBeVisible())
    await expect(handed).toHaveBeenCalledWith(2)
    await userEvent.click(screen.getByRole('button', { name: 'Hecho' }))
    await waitFor(() => expect(screen.queryByText('048172639154')).toBeNull())
  },
}
/** With mail, or without one-time codes, there is nothing to pass on. */
const leaving = {
  ...sampleApi().server,
  state: () =>
    Promise.resolve({ maintenance: false, mailLeaves: true, undelivered: 0, isDiskFull: false, damages: [] }),
}
export const NoCodeWhereMailLeaves: Story = {
  ...page(EditUserPage, { server: leaving }, 2),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('button', { name: 'Borrar intentos fallidos' })
    await expect(canvas.queryByRole('button', { name: 'Crear código de acceso' })).toBeNull()
  },
}

const ended = fn(() => Promise.resolve())
const forgiven = fn(() => Promise.resolve())
const mailed = fn(() => Promise.resolve())
export const WhatIsDoneAtOnce: Story = {
  ...page(EditUserPage, { endSession: ended, clearFails: forgiven, sendRecovery: mailed }, 2),
  beforeEach: () => {
    for (const call of [ended, forgiven, mailed]) call.mockClear()
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Enviar correo de recuperación' }))
    await waitFor(() => expect(mailed).toHaveBeenCalledWith('marina@levante.test', 'ca'))
    await userEvent.click(canvas.getByRole('button', { name: 'Borrar intentos fallidos' }))
    await waitFor(() => expect(forgiven).toHaveBeenCalledWith(2))
    await userEvent.click(await canvas.findByRole('button', { name: 'Cerrar sesión de Firefox 140, Linux' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cerrar sesión' }))
    await waitFor(() => expect(ended).toHaveBeenCalledWith(5))
    await userEvent.click(canvas.getByRole('tab', { name: 'Inicios de sesión' }))
    await expect(await canvas.findAllByText('Correcto')).toHaveLength(2)
  },
}

export const Groups: Story = page(GroupsPage)
export const EditGroup: Story = page(EditGroupPage, {}, 1)
export const Access: Story = page(AccessPage)
export const GiveAccess: Story = {
  ...page(AccessPage),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Dar acceso' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Dar acceso' }))
    await expect(await within(dialog).findAllByText('El campo es obligatorio')).toHaveLength(2)
  },
}
export const Programs: Story = page(ProgramsPage)
export const NewProgram: Story = page(NewProgramPage)
export const Secret: Story = {
  render: () => (
    <SecretDialog
      name="Señalización"
      clientId="4f1c0a9e2b7d8c6a5e3f1b2d"
      secret="xG2v0m8QkYw1bT6sZc4uJ9rL3nPq7dFhAeSiKoWtVyB"
      onClose={() => undefined}
    />
  ),
}
export const Brands: Story = page(BrandsPage)
export const NewBrand: Story = page(NewBrandPage)
export const EditBrand: Story = page(EditBrandPage, {}, 1)

export const FaintColour: Story = {
  ...page(NewBrandPage),
  // The preview shows the colour that cannot be read: that is what it is for.
  parameters: { a11y: { config: { rules: [{ id: 'color-contrast', enabled: false }] } } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const colour = await canvas.findByRole('textbox', { name: 'Color principal' })
    await userEvent.clear(colour)
    await userEvent.type(colour, '#8fd6b8')
    await expect(await canvas.findByText(/Se lee mal sobre blanco \(contraste 1,68\)/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(colour).toHaveAttribute('aria-invalid', 'true')
  },
}

const NOTHING: AdminApi['audit'] = () => Promise.resolve({ entries: [], next: null, archived: null })
export const AuditLog: Story = {
  ...page(AuditLogPage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(/La cadena está intacta\. Entradas: 5[.\s]?204\./)).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: 'Mostrar los detalles de la entrada 5204' }))
    await expect(await canvas.findByText('hasAutomotive, hasAutomotiveForecast, canUpload')).toBeVisible()
    await expect(canvas.getByText('Inicio de sesión')).toBeVisible()
    // An action of a deleted account, one without a session, and one of a later release.
    await expect(canvas.getByText('Cuenta eliminada 9')).toBeVisible()
    await expect(canvas.getAllByText('Sin sesión').length).toBeGreaterThan(0)
    await expect(canvas.getByText('later.release')).toBeVisible()
    const archived = /^Este registro empieza el .+\. Las entradas anteriores están archivadas .+: 5[.\s]?198\.$/
    await expect(canvas.queryByText(archived)).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Entradas anteriores' }))
    await expect(await canvas.findByText(archived)).toBeVisible()
    await expect(await canvas.findByRole('rowheader', { name: 'Subió una imagen de una apariencia' })).toBeVisible()
  },
}
export const AuditLogBroken: Story = {
  ...page(AuditLogPage, {
    verifyAudit: () => Promise.resolve({ entries: 5204, ok: false, brokenAt: 3012, archive: null }),
    audit: NOTHING,
  }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/La cadena se rompe en la entrada 3012/)).toBeVisible()
  },
}
export const AuditLogArchiveMissing: Story = {
  ...page(AuditLogPage, {
    verifyAudit: () =>
      Promise.resolve({ entries: 5204, ok: false, brokenAt: null, archive: 'audit-000000001-000002000.jsonl.gz' }),
    audit: NOTHING,
  }),
  play: async ({ canvasElement }) => {
    await expect(
      await within(canvasElement).findByText(/Falta o se ha alterado audit-000000001-000002000\.jsonl\.gz/),
    ).toBeVisible()
  },
}
export const AuditLogFailed: Story = page(AuditLogPage, { audit: refused, verifyAudit: refused })

/** The question over a page, asked at once. */
const asking =
  (
    isExternal: boolean,
    confirm: (password: string) => Promise<void>,
    answered: (confirmed: boolean) => void,
  ): Story['render'] =>
  () => {
    const confirmations = new Confirmations()
    void confirmations.ask().then(answered)
    return <ConfirmationRegion confirmations={confirmations} isExternal={isExternal} confirm={confirm} say={say} />
  }
const answered = fn()
const shown = fn((password: string): Promise<void> =>
  password === 'right'
    ? Promise.resolve()
    : Promise.reject(Object.assign(new Error('No.'), { code: 'PASSWORD_WRONG' })),
)
export const ConfirmPassword: Story = {
  render: asking(false, shown, answered),
  beforeEach: () => {
    answered.mockClear()
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
    const field = dialog.getByLabelText('Tu contraseña')
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await dialog.findByText('Escribe tu contraseña.')
    await userEvent.type(field, 'wrong{Enter}')
    const refusal = await dialog.findByText('La contraseña actual no es correcta.')
    // The window fades in.
    await waitFor(() => expect(refusal).toBeVisible())
    await expect(answered).not.toHaveBeenCalled()
    await expect(field).toHaveFocus()
  },
}
export const ConfirmPasswordGiven: Story = {
  render: asking(false, shown, answered),
  beforeEach: () => {
    answered.mockClear()
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
    await userEvent.type(dialog.getByLabelText('Tu contraseña'), 'right{Enter}')
    await waitFor(() => expect(answered).toHaveBeenCalledWith(true))
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}
export const ConfirmElsewhere: Story = {
  render: asking(true, shown, answered),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
    await expect(dialog.getByRole('link', { name: /Iniciar sesión de nuevo/ })).toHaveAttribute('target', '_blank')
  },
}
