import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ApiTokenDraft } from '#schemas/generated/api/api-token-draft.ts'
import type { ApiTokenMade } from '#schemas/generated/api/api-token-made.ts'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import { ConfirmRegion, type QueryLike } from '#ui'
import { useState } from 'react'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { ApiTokenPorts } from './api-tokens.tsx'
import type { AppPorts } from './app-codes.tsx'
import { LanguageDialog } from './language-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import type { PasskeyPorts } from './passkeys.tsx'
import { PreferencesDialog } from './preferences-dialog.tsx'
import { ProfileDialog, type ProfileDialogProps } from './profile-dialog.tsx'

const meta = { title: 'Pages/Account' } satisfies Meta
export default meta
type Story = StoryObj

const here = <T,>(data: T): QueryLike<T> => ({ data, error: null, isPending: false })
const NOON = new Date(2026, 2, 12, 12, 0, 0).getTime()
const HOUR = 3_600_000
const logins: LoginEntry[] = Array.from({ length: 40 }, (_, at) => ({
  date: NOON - ((at * 7) % 40) * 9 * HOUR,
  success: at % 6 !== 4,
}))
const closed = fn()
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const codes = Array.from({ length: 10 }, (_, at) => `ab${at}d-efgh-jkmn-pqr${(at + 3) % 10}`)
const app: AppPorts = {
  begin: fn(() =>
    Promise.resolve({
      secret: SECRET,
      uri: `otpauth://totp/Aforo:analyst%40aforo.test?issuer=Aforo&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    }),
  ),
  confirm: fn((code: string) =>
    code === '123456'
      ? Promise.resolve(codes)
      : Promise.reject(new Error('El código no es el que muestra la app ahora. Compruébalo.')),
  ),
  renew: fn(() => Promise.resolve(codes)),
  remove: fn(() => Promise.resolve()),
  changed: fn(),
}
const ended = fn((_id: number) => Promise.resolve())

const passkeys: PasskeyPorts = {
  obstacle: null,
  add: fn((_name: string) => Promise.resolve(true)),
  rename: fn(() => Promise.resolve()),
  remove: fn(() => Promise.resolve()),
  changed: fn(),
}
const keys = [
  { id: 4, name: 'Portátil', createdAt: NOON - 300 * HOUR, usedAt: NOON },
  { id: 5, name: 'Teléfono', createdAt: NOON - 30 * HOUR, usedAt: null },
]

const tokens: ApiToken[] = [
  {
    id: 9,
    name: 'Servidor de compilación',
    access: 'write',
    state: 'active',
    createdAt: NOON - 300 * HOUR,
    endsAt: NOON + 1860 * HOUR,
    usedOn: '2026-03-11',
  },
  {
    id: 8,
    name: 'Copia de noche',
    access: 'read',
    state: 'passwordChanged',
    createdAt: NOON - 900 * HOUR,
    endsAt: NOON + 1260 * HOUR,
    usedOn: '2026-02-20',
  },
  {
    id: 7,
    name: 'Prueba en el portátil de Inés',
    access: 'read',
    state: 'ended',
    createdAt: NOON - 2000 * HOUR,
    endsAt: NOON - 1832 * HOUR,
    usedOn: null,
  },
]
const VALUE = 'aforo_8sJ2kQ0wZbT5mXvN1rY7cLh4GdPuE9fAaKo3iB6tSxD0C2mZq'
const tokenPorts = {
  add: fn((draft: ApiTokenDraft) =>
    draft.name === 'Una más'
      ? Promise.reject(new Error('Una cuenta tiene como máximo 20 tokens de API; revoca uno antes.'))
      : Promise.resolve<ApiTokenMade>({
          id: 10,
          name: draft.name,
          access: draft.access,
          state: 'active',
          createdAt: NOON,
          endsAt: NOON + 2160 * HOUR,
          usedOn: null,
          token: VALUE,
        }),
  ),
  revoke: fn((_id: number) => Promise.resolve()),
  changed: fn(),
} satisfies ApiTokenPorts

const profile: ProfileDialogProps = {
  username: 'analyst@aforo.test',
  isAdmin: false,
  tab: 'history',
  app,
  passkeys,
  factors: here({ allowed: true, app: null, recoveryCodes: 0, passkeys: [] }),
  tokens: here(tokens),
  tokenPorts,
  onClose: closed,
  endSession: ended,
  info: here({ lastLogin: NOON, expiredPass: false, passwordResponsibility: false }),
  terms: here({ accepted: true, at: NOON - 2000 * HOUR }),
  logins: here(logins),
  sessions: here([
    {
      id: 1,
      createdAt: NOON,
      seenAt: NOON + HOUR,
      address: '10.0.0.4',
      agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      apiClient: null,
      current: true,
    },
    {
      id: 2,
      createdAt: NOON - 50 * HOUR,
      seenAt: NOON - 20 * HOUR,
      address: '10.0.0.9',
      agent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/17.4 Mobile/15E148 Safari/604.1',
      apiClient: null,
      current: false,
    },
    {
      id: 3,
      createdAt: NOON - 90 * HOUR,
      seenAt: NOON - 70 * HOUR,
      address: '',
      agent: 'sensor-export/2',
      apiClient: null,
      current: false,
    },
    {
      id: 4,
      createdAt: NOON - 2 * HOUR,
      seenAt: NOON - HOUR,
      address: '192.0.2.44',
      agent: 'node',
      apiClient: 'Señalización Levante',
      current: false,
    },
  ]),
}

export const Profile: Story = {
  render: () => <ProfileDialog {...profile} />,
  play: async () => {
    const dialog = await screen.findByRole('dialog')
    const boxes = within(dialog).getAllByRole('checkbox')
    await expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false])
    await userEvent.click(boxes[1] as HTMLElement)
    await expect(boxes[1]).not.toBeChecked()
    const rows = within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent ?? '')
    await expect(rows.length).toBe(40)
    await expect(rows[0]).toMatch(/^12:00:00.*12\/03\/2026/)
    await expect(rows[1]).toMatch(/^03:00:00.*12\/03\/2026/)
    await expect(rows.at(-1)).toMatch(/25\/02\/2026/)
    const scrolled = within(dialog).getByRole('region')
    await expect(scrolled.clientHeight).toBeLessThanOrEqual(400)
    await expect(scrolled.scrollHeight).toBeGreaterThan(400)
  },
}

export const OpenSessions: Story = {
  render: () => <ProfileDialog {...profile} tab="sessions" />,
  beforeEach: () => {
    ended.mockClear()
  },
  play: async () => {
    const dialog = await screen.findByRole('dialog')
    const [first] = within(dialog).getAllByRole('button', { name: /Safari/ })
    await userEvent.click(first as HTMLElement)
    await expect(ended).toHaveBeenCalledWith(2)
    await expect(within(dialog).queryByRole('button', { name: /Chrome/ })).toBeNull()
    // A session that an external page holds has its name, and is revoked like any other.
    await userEvent.click(within(dialog).getByRole('button', { name: /Señalización Levante/ }))
    await expect(ended).toHaveBeenCalledWith(4)
  },
}

/** No app yet: set up by picture or typing; a wrong first code is reported at its field; codes are shown once */
export const SetUpApp: Story = {
  render: () => <ProfileDialog {...profile} tab="signIn" />,
  beforeEach: () => {
    for (const port of Object.values(app)) (port as ReturnType<typeof fn>).mockClear()
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Configurar la app' }))
    const picture = await dialog.findByRole('img', { name: 'Código QR con la clave' })
    await expect(picture.tagName.toLowerCase()).toBe('svg')
    // What a camera would read.
    await expect(picture.querySelector('path')?.getAttribute('d')?.split('M').length).toBeGreaterThan(500)
    // The window fades in.
    const key = await waitFor(() => {
      const shown = dialog.getByText((_, element) => element?.tagName === 'CODE' && element.textContent === SECRET)
      void expect(shown).toBeVisible()
      return shown
    })
    // In groups of four that a hand can type, without blanks to take along; letter by letter where it is read aloud.
    await expect([...key.children].map((group) => group.textContent).filter((text) => text !== '')).toEqual(
      SECRET.match(/.{4}/g),
    )
    const [first, second] = [...key.children]
      .filter((child) => child.textContent !== '')
      .map((group) => group.getBoundingClientRect())
    await expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThan(4)
    await expect(key).toHaveAttribute('aria-hidden', 'true')
    await dialog.findByText('G E Z D, G N B V, G Y 3 T, Q O J Q, G E Z D, G N B V, G Y 3 T, Q O J Q')
    const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(dialog.getByRole('button', { name: 'Copiar la clave' }))
    await expect(copied).toHaveBeenCalledWith(SECRET)
    copied.mockRestore()
    await userEvent.type(dialog.getByLabelText('Código de la app'), '000000{Enter}')
    await dialog.findByText('El código no es el que muestra la app ahora. Compruébalo.')
    await userEvent.clear(dialog.getByLabelText('Código de la app'))
    await userEvent.type(dialog.getByLabelText('Código de la app'), '123456{Enter}')
    await expect(await dialog.findAllByText(/^ab\dd-efgh-jkmn-pqr\d$/)).toHaveLength(10)
    await expect(app.changed).toHaveBeenCalledOnce()
    await userEvent.click(dialog.getByRole('button', { name: 'Los he guardado' }))
    await expect(dialog.queryByText(codes[0] ?? '')).toBeNull()
  },
}

/** How the picture and the key are shown. */
export const AppPicture: Story = {
  render: () => <ProfileDialog {...profile} tab="signIn" />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Configurar la app' }))
    await dialog.findByRole('img')
    await expect(dialog.getByRole('button', { name: 'Activar' })).toBeDisabled()
  },
}

export const AppInUse: Story = {
  render: () => (
    <>
      <ProfileDialog
        {...profile}
        tab="signIn"
        factors={here({ allowed: true, app: NOON, recoveryCodes: 7, passkeys: keys })}
      />
      <ConfirmRegion />
    </>
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Códigos de recuperación sin usar: 7')
    await userEvent.click(dialog.getByRole('button', { name: 'Crear códigos de recuperación' }))
    await expect(await dialog.findAllByText(/^ab\dd-efgh/)).toHaveLength(10)
  },
}

/** A passkey is added with a name, renamed, and removed after a question. */
export const OwnPasskeys: Story = {
  render: () => (
    <>
      <ProfileDialog
        {...profile}
        tab="signIn"
        factors={here({ allowed: true, app: null, recoveryCodes: 0, passkeys: keys })}
      />
      <ConfirmRegion />
    </>
  ),
  beforeEach: () => {
    for (const port of [passkeys.add, passkeys.rename, passkeys.remove, passkeys.changed])
      (port as ReturnType<typeof fn>).mockClear()
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Añadir una llave' }))
    await userEvent.type(dialog.getByLabelText('Nombre de la llave'), ' Llave azul {Enter}')
    await waitFor(() => expect(passkeys.add).toHaveBeenCalledWith('Llave azul'))
    await waitFor(() => expect(dialog.queryByLabelText('Nombre de la llave')).toBeNull())
    await userEvent.click(dialog.getByRole('button', { name: 'Cambiar el nombre de la llave Portátil' }))
    await userEvent.type(dialog.getByLabelText('Nombre de la llave'), ' 2{Enter}')
    await waitFor(() => expect(passkeys.rename).toHaveBeenCalledWith(4, 'Portátil 2'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Quitar la llave Teléfono' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitar' }))
    await waitFor(() => expect(passkeys.remove).toHaveBeenCalledWith(5))
  },
}

export const NoSecondStep: Story = {
  render: () => (
    <ProfileDialog
      {...profile}
      tab="signIn"
      factors={here({ allowed: false, app: null, recoveryCodes: 0, passkeys: [] })}
    />
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/^Esta cuenta no puede tener un segundo paso/)
    await expect(dialog.queryByRole('button', { name: 'Configurar la app' })).toBeNull()
  },
}

export const ApiTokenList: Story = {
  render: () => <ProfileDialog {...profile} tab="tokens" />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    const rows = await dialog.findAllByRole('listitem')
    await expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Servidor de compilaciónEscritura.*Último uso el 11-03-2026Revocar$/),
      expect.stringMatching(/^Copia de nocheLecturaInvalidado al cambiar la contraseña.*Quitar$/),
      expect.stringMatching(/^Prueba en el portátil de InésLecturaCaducado.*Caducó el .*Sin usar todavíaQuitar$/),
    ])
  },
}

export const ApiTokenMaking: Story = {
  render: () => (
    <>
      <ProfileDialog {...profile} tab="tokens" />
      <ConfirmRegion />
    </>
  ),
  beforeEach: () => {
    tokenPorts.add.mockClear()
    tokenPorts.revoke.mockClear()
  },
  play: async () => {
    const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Crear un token' }))
    // Nothing is sent without a name, and a refusal keeps the form.
    await expect(dialog.getByRole('button', { name: 'Crear el token' })).toBeDisabled()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Nombre del token' }), 'Una más')
    await userEvent.click(dialog.getByRole('button', { name: 'Crear el token' }))
    await dialog.findByText('Una cuenta tiene como máximo 20 tokens de API; revoca uno antes.')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Nombre del token' }), ' y otra{Enter}')
    // Read only, for 90 days, unless more is chosen.
    await waitFor(() =>
      expect(tokenPorts.add).toHaveBeenLastCalledWith({ name: 'Una más y otra', access: 'read', days: 90 }),
    )
    await expect(await dialog.findByRole('textbox', { name: 'Token «Una más y otra»' })).toHaveValue(VALUE)
    await userEvent.click(dialog.getByRole('button', { name: 'Copiar el token' }))
    await expect(copied).toHaveBeenCalledWith(VALUE)
    await userEvent.click(dialog.getByRole('button', { name: 'Revocar el token Servidor de compilación' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revocar' }))
    await waitFor(() => expect(tokenPorts.revoke).toHaveBeenCalledWith(9))
    // One that no longer works goes without a question.
    await userEvent.click(dialog.getByRole('button', { name: 'Quitar el token Copia de noche' }))
    await waitFor(() => expect(tokenPorts.revoke).toHaveBeenCalledWith(8))
  },
}

export const ApiTokenNone: Story = {
  render: () => <ProfileDialog {...profile} tab="tokens" tokens={here([])} />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Todavía no tienes tokens.')
  },
}
export const ApiTokenFailed: Story = {
  render: () => <ProfileDialog {...profile} tab="tokens" tokens={failed} />,
}

const failed: QueryLike<never> = {
  data: undefined,
  error: { code: 'NETWORK', message: 'The server could not be reached.' },
  isPending: false,
  refetch: fn(),
}
const waiting: QueryLike<never> = { data: undefined, error: null, isPending: true }
export const ProfileFailed: Story = { render: () => <ProfileDialog {...profile} logins={failed} terms={failed} /> }
export const ProfileWaiting: Story = {
  render: () => <ProfileDialog {...profile} logins={waiting} terms={waiting} info={waiting} />,
}
export const ProfileWithoutLogins: Story = { render: () => <ProfileDialog {...profile} isAdmin logins={here([])} /> }

let release: () => void = () => undefined
const send = fn(
  () =>
    new Promise<void>((done) => {
      release = done
    }),
)
export const ChangePassword: Story = {
  render: () => <PasswordDialog username="analyst@aforo.test" isExternal={false} send={send} onClose={closed} />,
  beforeEach: () => {
    send.mockClear()
  },
  play: async () => {
    const dialog = await screen.findByRole('dialog')
    const button = within(dialog).getAllByRole('button').at(-1) as HTMLElement
    await userEvent.click(button)
    await expect(send).toHaveBeenCalledOnce()
    // Pressed twice it is sent once, and the focus stays.
    await userEvent.click(button)
    await expect(send).toHaveBeenCalledOnce()
    await expect(button).toHaveFocus()
    release()
    await within(dialog).findByRole('status')
    await waitFor(() => expect(within(dialog).getAllByRole('button').at(-1)).toHaveFocus())
  },
}
export const ChangePasswordFailed: Story = {
  render: () => (
    <PasswordDialog
      username="analyst@aforo.test"
      isExternal={false}
      send={() => Promise.reject(new Error('No se ha podido contactar con el servidor.'))}
      onClose={closed}
    />
  ),
  play: async () => {
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement)
    await within(dialog).findByRole('alert')
  },
}
export const ChangePasswordWithoutMail: Story = {
  render: () => (
    <PasswordDialog username="analyst@aforo.test" isExternal={false} mailLeaves={false} send={send} onClose={closed} />
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByText(/^Este servidor no puede enviar correos\. /)).toBeVisible())
    await expect(dialog.queryByText(/enviaremos/i)).toBeNull()
    await expect(dialog.queryByRole('button', { name: /Enviar/ })).toBeNull()
  },
}
export const ChangePasswordElsewhere: Story = {
  render: () => <PasswordDialog username="ana@empresa.test" isExternal send={send} onClose={closed} />,
}

const saved = fn((_language: string) => Promise.resolve())
export const ChangeLanguage: Story = {
  render: () => <LanguageDialog save={saved} onClose={closed} />,
  beforeEach: () => {
    saved.mockClear()
    closed.mockClear()
  },
  play: async () => {
    const dialog = await screen.findByRole('dialog')
    await expect(within(dialog).getAllByRole('radio')).toHaveLength(6)
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Čeština' }))
    await userEvent.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement)
    await expect(saved).toHaveBeenCalledWith('cs')
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  },
}

export const Preferences: Story = {
  render: function Render() {
    const [auto, setAuto] = useState(true)
    const [theme, setTheme] = useState<'light' | 'dark' | 'system'>('system')
    const [files, setFiles] = useState<Parameters<typeof PreferencesDialog>[0]['files']>({
      decimal: 'language',
      separator: ';',
    })
    return (
      <PreferencesDialog
        autoFilter={auto}
        onAutoFilter={setAuto}
        theme={theme}
        onTheme={setTheme}
        files={files}
        onFiles={setFiles}
        developer={false}
        onDeveloper={closed}
        onClose={closed}
      />
    )
  },
  play: async () => {
    const dialog = await screen.findByRole('dialog')
    const toggle = within(dialog).getByRole('switch', { name: /filtr/i })
    await expect(toggle).toBeChecked()
    await userEvent.click(toggle)
    await expect(toggle).not.toBeChecked()
    // How files are written: the example is in the reader's language.
    await expect(within(dialog).getByRole('radio', { name: 'Como mi idioma (1,5)' })).toBeChecked()
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Tabulador' }))
    await expect(within(dialog).getByRole('radio', { name: 'Tabulador' })).toBeChecked()
  },
}
