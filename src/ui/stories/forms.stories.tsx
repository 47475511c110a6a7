import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import {
  atLeast,
  AutoFilterPreference,
  Button,
  Card,
  Checkbox,
  CheckboxGroup,
  EntitySelector,
  FieldErrors,
  FieldRow,
  Form,
  FormSection,
  mandatory,
  matches,
  nameRules,
  notAmong,
  Page,
  PreferenceSwitch,
  SaveBar,
  SinglePicker,
  TextField,
  ToggleGroup,
  TrashIcon,
  UnsavedGuard,
  useForm,
} from '../index.ts'
import { Stack } from './layout.tsx'

const meta = { title: 'Fields/Forms' } satisfies Meta
export default meta
type Story = StoryObj

interface Account {
  name: string
  email: string
  phone: string
  client: number | null
  flags: string[]
  note: string
  accepted: boolean
}
const EMPTY: Account = { name: '', email: '', phone: '', client: null, flags: [], note: '', accepted: false }
const FILLED: Account = {
  name: 'Ana López',
  email: 'ana@luna.es',
  phone: '600 100 200',
  client: 2,
  flags: ['compare', 'hasAutomotive'],
  note: '',
  accepted: true,
}

const FLAGS = [
  { id: 'compare', label: 'Comparativa' },
  { id: 'status', label: 'Estado de los contadores' },
  { id: 'download', label: 'Descargas' },
  { id: 'upload', label: 'Subidas' },
  { id: 'hasAutomotive', label: 'Automoción' },
  { id: 'forecast', label: 'Previsiones de automoción', hint: 'Necesita Automoción', isDisabled: true },
  { id: 'spaces', label: 'Integración con espacios de terceros' },
]

const sent = fn()

function AccountForm({
  initial,
  onSubmit = sent,
}: {
  initial: Account
  onSubmit?: (values: Account) => void | Promise<void>
}) {
  const form = useForm<Account>({
    initial,
    onSubmit,
    rules: {
      name: [...nameRules, notAmong(['Jordi Puig'])],
      email: [mandatory, matches(/^\S+@\S+\.\S+$/, 'Correo')],
      phone: [atLeast(3)],
      client: mandatory,
      flags: mandatory,
      accepted: mandatory,
    },
  })
  return (
    <Page
      title={initial.name === '' ? 'Nuevo usuario' : initial.name}
      note="Lo que puede ver y hacer"
      back={{ href: '#users', label: 'Usuarios' }}
      width="narrow"
    >
      <Form
        form={form}
        label="Usuario"
        actions={
          <SaveBar form={form} cancelTo="#users">
            <Button kind="quiet" icon={<TrashIcon />}>
              Eliminar
            </Button>
          </SaveBar>
        }
      >
        <FormSection title="Persona">
          <TextField label="Nombre" isRequired {...form.field('name')} />
          <TextField label="Correo" type="email" isRequired help="Recibirá una invitación" {...form.field('email')} />
          <TextField label="Teléfono" type="tel" {...form.field('phone')} />
          <EntitySelector
            label="Cliente"
            isRequired
            items={[
              { id: 1, name: 'Luna & Sol' },
              { id: 2, name: 'Norte' },
            ]}
            {...form.field('client')}
          />
        </FormSection>
        <FormSection title="Accesos" note="Cada acceso añade una tarjeta a su inicio." columns={1}>
          <CheckboxGroup label="Áreas" isRequired options={FLAGS} {...form.field('flags')} />
        </FormSection>
        <FormSection title="Notas">
          <FieldRow>
            <TextField label="Nota" rows={3} {...form.field('note')} />
          </FieldRow>
          <FieldRow>
            <Checkbox
              isSelected={form.values.accepted}
              isInvalid={form.errorOf('accepted') !== null}
              onChange={(on) => form.set('accepted', on)}
            >
              Acepto ser responsable de esta cuenta
            </Checkbox>
          </FieldRow>
        </FormSection>
      </Form>
    </Page>
  )
}

export const Filled: Story = { render: () => <AccountForm initial={FILLED} /> }

export const Mandatory: Story = {
  render: () => <AccountForm initial={EMPTY} />,
  beforeEach: () => {
    sent.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(page.getByRole('button', { name: 'Guardar' }))
    await expect(page.getAllByText('El campo es obligatorio')).toHaveLength(4)
    await expect(page.getByRole('textbox', { name: /Nombre/ })).toHaveFocus()
    await userEvent.type(page.getByRole('textbox', { name: /Nombre/ }), 'Na')
    await expect(page.getByText('Se necesitan al menos 3 caracteres')).toBeVisible()
    await userEvent.type(page.getByRole('textbox', { name: /Correo/ }), 'ana')
    await expect(page.getByText('El campo Correo no es válido')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

export const NameExists: Story = {
  render: () => <AccountForm initial={{ ...FILLED, name: 'jordi puig' }} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const name = page.getByRole('textbox', { name: /Nombre/ })
    await userEvent.click(name)
    await userEvent.tab()
    await expect(page.getByText('Este nombre ya existe')).toBeVisible()
    await userEvent.type(name, 's')
    await expect(page.queryByText('Este nombre ya existe')).toBeNull()
  },
}

export const RefusedByTheServer: Story = {
  render: () => (
    <AccountForm
      initial={FILLED}
      onSubmit={() => Promise.reject(new FieldErrors({ email: 'ana@luna.es ya tiene una cuenta.' }))}
    />
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(page.getByRole('button', { name: 'Guardar' }))
    await expect(await page.findByText('ana@luna.es ya tiene una cuenta.')).toBeVisible()
    await waitFor(() => expect(page.getByRole('textbox', { name: /Correo/ })).toHaveFocus())
  },
}

export const NotSaved: Story = {
  render: () => (
    <AccountForm
      initial={FILLED}
      onSubmit={() => Promise.reject(new Error('No se ha podido contactar con el servidor; lo escrito sigue aquí.'))}
    />
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(page.getByRole('textbox', { name: /Nombre/ }), 's')
    await expect(page.getByText('Hay cambios sin guardar')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Guardar' }))
    await expect(await page.findByText(/No se ha podido contactar/)).toBeVisible()
    await expect(page.getByText('Hay cambios sin guardar')).toBeVisible()
  },
}

let finish: () => void = () => undefined
export const Saving: Story = {
  render: () => (
    <AccountForm
      initial={FILLED}
      onSubmit={(values) => {
        sent(values)
        return new Promise((resolve) => {
          finish = resolve
        })
      }}
    />
  ),
  beforeEach: () => {
    sent.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(page.getByRole('textbox', { name: /Nombre/ }), '{Enter}')
    await userEvent.click(page.getByRole('button', { name: /Guardar/ }))
    await expect(sent).toHaveBeenCalledOnce()
    finish()
    await waitFor(() => expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible())
  },
}

const left = fn()
export const LeavingWithUnsavedWork: Story = {
  render: function Render() {
    const [isBlocked, setBlocked] = useState(false)
    return (
      <>
        <Button onPress={() => setBlocked(true)}>Ir a otra página</Button>
        <UnsavedGuard
          isDirty
          blocker={{
            state: isBlocked ? 'blocked' : 'unblocked',
            proceed: () => {
              left()
              setBlocked(false)
            },
            reset: () => setBlocked(false),
          }}
        />
      </>
    )
  },
  beforeEach: () => {
    left.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await userEvent.click(await screen.findByRole('button', { name: 'Seguir editando' }))
    await expect(left).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.click(within(canvasElement).getByRole('button'))
    await screen.findByRole('button', { name: 'Salir sin guardar' })
    // Last, because Storybook itself takes it for the end of the story.
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    await expect(event.defaultPrevented).toBe(true)
  },
}

export const CheckboxGroups: Story = {
  render: function Render() {
    const [value, setValue] = useState(['compare'])
    return (
      <Stack width={640}>
        <CheckboxGroup
          label="Áreas"
          options={FLAGS}
          value={value}
          onChange={setValue}
          help="Las que no se pueden elegir dicen por qué"
        />
        <CheckboxGroup
          label="Con error"
          options={FLAGS.slice(0, 3)}
          value={[]}
          onChange={setValue}
          error="El campo es obligatorio"
          isRequired
        />
        <CheckboxGroup
          label="Bloqueado"
          options={FLAGS.slice(0, 3)}
          value={['status']}
          onChange={setValue}
          isDisabled
          columns={1}
        />
      </Stack>
    )
  },
  play: async ({ canvasElement }) => {
    const group = within(within(canvasElement).getByRole('group', { name: /Áreas/ }))
    await userEvent.click(group.getByRole('checkbox', { name: 'Descargas' }))
    await expect(within(canvasElement).getByText('2 de 7')).toBeVisible()
    await expect(group.getByRole('checkbox', { name: 'Previsiones de automoción' })).toBeDisabled()
  },
}

export const Preferences: Story = {
  render: function Render() {
    const [on, setOn] = useState(true)
    return (
      <div style={{ maxWidth: 620 }}>
        <Card title="Preferencias">
          <AutoFilterPreference isSelected={on} onChange={setOn} />
          <PreferenceSwitch label="Avisos por correo" isSelected={false} onChange={() => undefined} />
          <PreferenceSwitch
            label="Compartir datos con la IA"
            help="Los datos analíticos no se comparten con la IA por defecto."
            isSelected={false}
            isDisabled
            onChange={() => undefined}
          />
        </Card>
      </div>
    )
  },
  play: async ({ canvasElement }) => {
    const row = within(canvasElement).getByRole('switch', { name: '¿Filtrar resultados automáticamente?' })
    row.focus()
    await userEvent.keyboard(' ')
    await expect(row).not.toBeChecked()
  },
}

const picked = fn()
export const PickerFallsBack: Story = {
  render: function Render() {
    const [value, setValue] = useState<'day' | 'week' | 'month' | null>('day')
    const [isShort, setShort] = useState(false)
    const options = [
      { id: 'day' as const, label: 'Día', isDisabled: isShort },
      { id: 'week' as const, label: 'Semana' },
      { id: 'month' as const, label: 'Mes' },
    ]
    const change = (next: typeof value) => {
      picked(next)
      setValue(next)
    }
    return (
      <Stack width={320}>
        <SinglePicker label="Por" options={options} value={value} onChange={change} />
        <SinglePicker label="Por" as="list" options={options} value={value} onChange={change} />
        <Checkbox isSelected={isShort} onChange={setShort}>
          Solo hay datos por semana
        </Checkbox>
        <SinglePicker
          label="Nada posible"
          options={options.map((option) => ({ ...option, isDisabled: true }))}
          value={null}
          onChange={() => undefined}
        />
      </Stack>
    )
  },
  beforeEach: () => {
    picked.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('checkbox'))
    await expect(picked).toHaveBeenCalledWith('week')
    await expect(within(canvasElement).getAllByRole('radio', { name: 'Semana' })[0]).toBeChecked()
  },
}

export const TogglePicker: Story = {
  render: function Render() {
    const [value, setValue] = useState<('mon' | 'tue' | 'wed')[]>(['mon'])
    return (
      <ToggleGroup
        label="Días"
        segments={[
          { id: 'mon', label: 'Lun' },
          { id: 'tue', label: 'Mar' },
          { id: 'wed', label: 'Mié', isDisabled: true },
        ]}
        value={value}
        onChange={setValue}
      />
    )
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Mar' }))
    await expect(within(canvasElement).getByRole('button', { name: 'Mar' })).toHaveAttribute('aria-pressed', 'true')
  },
}
