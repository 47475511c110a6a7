/** /video plays by itself and fills the window; /videos3 has controls. */
import { useSearchParams } from 'react-router'
import { VideoPage } from '../features/session/video-page.tsx'

function Player({ path, withControls }: { path: string; withControls: boolean }) {
  const [query] = useSearchParams()
  return <VideoPage id={query.get('id')} path={path} withControls={withControls} />
}

export const VideoRoute = () => <Player path="/video" withControls={false} />
export const ControlledVideoRoute = () => <Player path="/videos3" withControls />
