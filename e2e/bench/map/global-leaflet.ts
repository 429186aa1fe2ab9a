import L from 'leaflet'

// leaflet.markercluster adds itself to the Leaflet that it finds here.
Object.assign(globalThis, { L })
