import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { colourName } from '../../../.storybook/colours.ts'
import {
  Badge,
  Button,
  Card,
  ChartBarIcon,
  EmptyState,
  ErrorState,
  Figure,
  type FigurePassport,
  Delta,
  Kbd,
  Notice,
  PageHeader,
  PassportPanel,
  Progress,
  RefreshIcon,
  Skeleton,
  SparkLine,
  StateMark,
  StatusDot,
  DownloadIcon,
} from '../index.ts'
import { Grid, Row, Stack } from './layout.tsx'
import { daily } from './sample.ts'

const meta = { title: 'Feedback/States' } satisfies Meta
export default meta
type Story = StoryObj

export const Skeletons: Story = {
  render: () => (
    <Grid least={320}>
      {(['chart', 'table', 'kpi', 'donut', 'text'] as const).map((shape) => (
        <Card key={shape} title={shape}>
          <div style={{ height: 200 }}>
            <Skeleton shape={shape} delayMs={0} />
          </div>
        </Card>
      ))}
    </Grid>
  ),
}

export const EmptyStates: Story = {
  render: () => (
    <Grid least={320}>
      <Card title="Visitas por día">
        <EmptyState
          icon={<ChartBarIcon size={20} />}
          title="No hay visitas en este periodo"
          action={<Button size="small">Elegir otro periodo</Button>}
        >
          Las tiendas elegidas estaban cerradas del 6 al 8 de enero.
        </EmptyState>
      </Card>
      <Card title="Conversión">
        <EmptyState title="Elige una marca para empezar" compact />
      </Card>
    </Grid>
  ),
}

const retried = fn()
export const ErrorStates: Story = {
  render: () => (
    <Grid least={320}>
      <Card title="Visitas por día">
        <ErrorState title="No se han podido cargar las visitas" code="REQUEST_TIMEOUT" onRetry={retried}>
          El servidor no ha contestado en 5 minutos. El resto de la página está al día.
        </ErrorState>
      </Card>
      <Card title="Conversión">
        <ErrorState compact title="Falta una columna" code="COLUMN_UNKNOWN" />
      </Card>
    </Grid>
  ),
  beforeEach: () => {
    retried.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(
      within(canvasElement).getByRole('button', { name: /Reintentar|Retry|Tentar|Zkusit|Torna|Riprova/ }),
    )
    await expect(retried).toHaveBeenCalledOnce()
  },
}

export const Notices: Story = {
  render: () => (
    <Stack>
      <Notice title="Datos en proceso">Aún se están procesando datos de ayer; el resultado final puede variar.</Notice>
      <Notice kind="good">¡Email enviado con éxito!</Notice>
      <Notice
        kind="warn"
        title="12 de 40 tiendas"
        action={
          <Button size="small" icon={<RefreshIcon />}>
            Reintentar las que faltan
          </Button>
        }
        onClose={() => undefined}
      >
        Han fallado Preciados, Uría y 26 más; los totales no las incluyen.
      </Notice>
      <Notice kind="bad" title="Sin conexión">
        Se muestra lo último que llegó, de las 10:42.
      </Notice>
    </Stack>
  ),
}

export const SmallParts: Story = {
  render: () => (
    <Stack>
      <Row>
        {(['neutral', 'accent', 'good', 'bad', 'warn', 'info'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row>
        {(['up', 'down', 'closed', 'warn', 'unknown'] as const).map((status) => (
          <StatusDot key={status} status={status}>
            {status}
          </StatusDot>
        ))}
      </Row>
      <Row>
        {(['partial', 'settling', 'estimated', 'missing', 'closed'] as const).map((state) => (
          <StateMark key={state} state={state} />
        ))}
      </Row>
      <div style={{ width: 280 }}>
        <Progress label="Cargando tiendas" value={12} max={40} />
      </div>
      <Row>
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
      </Row>
    </Stack>
  ),
}

export const StatusDots: Story = {
  render: () => (
    <Row>
      {(['down', 'up', 'closed'] as const).map((status) => (
        <StatusDot key={status} status={status}>
          {status}
        </StatusDot>
      ))}
    </Row>
  ),
  play: async ({ canvasElement }) => {
    const dots = [...canvasElement.querySelectorAll('[data-status]')].map((dot) => [
      dot.getAttribute('data-status'),
      colourName(getComputedStyle(dot.querySelector('svg > *') ?? dot).fill),
    ])
    await expect(dots).toEqual([
      ['down', 'red'],
      ['up', 'green'],
      ['closed', 'gray'],
    ])
  },
}

export const PageHead: Story = {
  render: () => (
    <PageHeader
      title="Comparativa"
      note="Luna & Sol, 38 tiendas, del 9 al 15 de noviembre"
      actions={
        <>
          <Button icon={<DownloadIcon />}>Exportar</Button>
          <Button kind="primary">Compartir</Button>
        </>
      }
    />
  ),
}

const passport: FigurePassport = {
  coverage: 0.934,
  estimatedShare: 0.041,
  state: 'partial',
  definitions: ['captureRate@1'],
  asOf: Date.UTC(2026, 10, 19, 20),
}

export const Figures: Story = {
  render: () => (
    <Card>
      <Grid least={170}>
        <Figure
          label="Visitas"
          value={10_240}
          reference={9180}
          format="count"
          passport={{ ...passport, state: 'final', coverage: 1, estimatedShare: 0 }}
        >
          <SparkLine
            label="Visitas"
            values={daily(14, 100, 1, 0.3)}
            reference={daily(14, 92, 4)}
            width={130}
            height={30}
          />
        </Figure>
        <Figure label="Captación" value={21.2} reference={22.6} format="percent" passport={passport} />
        <Figure label="Rebote" value={18.4} reference={20.1} format="percent" better="lower" />
        <Figure label="Conversión" value={25.04} reference={25.01} format="percent" />
        <Figure label="Tickets" value={2560} reference={2541} format="count" isNoise />
        <Figure label="Tiempo de visita" value={1310} reference={1240} format="duration" state="estimated" />
        <Figure label="Repetición" value={null} reference={26.7} format="percent" state="missing" />
        <Figure label="Entradas" value={870} reference={0} format="count" state="settling" />
      </Grid>
    </Card>
  ),
}

export const FigureSizes: Story = {
  render: () => (
    <Row>
      <Figure size={3} label="Visitas" value={10_240} reference={9180} format="count" />
      <Figure size={2} label="Visitas" value={987} format="count" />
      <Figure size={1} label="Visitas" value={987} format="count" />
    </Row>
  ),
}

export const Deltas: Story = {
  render: () => (
    <Row>
      <Delta value={120} reference={100} format="count" />
      <Delta value={80} reference={100} format="count" />
      <Delta value={80} reference={100} format="count" better="lower" />
      <Delta value={21} reference={20} format="percent" />
      <Delta value={100} reference={100} format="count" />
      <Delta value={101} reference={100} format="count" isNoise />
      <Delta value={5} reference={0} format="count" />
    </Row>
  ),
}

export const Passport: Story = {
  render: () => (
    <Card>
      <PassportPanel
        label="Captación"
        passport={passport}
        definition="Entradas entre entradas y personas que pasan por delante."
      />
    </Card>
  ),
}

export const PassportOpens: Story = {
  render: () => (
    <Figure
      label="Captación"
      value={21.2}
      reference={22.6}
      format="percent"
      passport={passport}
      definition="Entradas entre entradas y personas que pasan por delante."
    />
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    const panel = await within(document.body).findByRole('dialog')
    await waitFor(() => expect(panel).toBeVisible())
  },
}
