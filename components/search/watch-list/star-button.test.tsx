import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RowStar } from './star-button'

it('says what a click does, and to viewers that only the desk can stop watching', () => {
  const title = (isWatched: boolean, canToggle: boolean) =>
    /title="([^"]*)"/.exec(renderToStaticMarkup(<RowStar isWatched={isWatched} canToggle={canToggle} />))?.[1]
  expect([title(false, true), title(true, true), title(true, false)]).toEqual([
    'Watch this vehicle',
    'Stop watching this vehicle',
    'Watched by the desk',
  ])
})
