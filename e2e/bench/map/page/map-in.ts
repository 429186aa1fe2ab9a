import L from 'leaflet'
import { nextFrame } from './frames'

const maps = new Set<L.Map>()
L.Map.addInitHook(function (this: L.Map) {
  maps.add(this)
  this.once('unload', () => maps.delete(this))
})

/** The map that a component mounts within an element. */
export async function mapIn(element: HTMLElement): Promise<L.Map> {
  for (;;) {
    for (const map of maps) if (element.contains(map.getContainer())) return map
    await nextFrame()
  }
}
