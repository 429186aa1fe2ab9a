// Two PNGs of a few bytes, so that no bench needs a file or the network.

/** A map tile: 256 × 256, light, with a line along two edges. */
export const tilePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAABlBMVEXo7OnEzMh9degQAAAANUlEQVR42u3KoQEAAAgDoJ3u53rCogUy2SKTQhAEQRAEQRAEQRAEQRAEQRAEQRAEQRAE4TUc7E+fYRWr2IwAAAAASUVORK5CYII=',
  'base64',
)

/** A marker: a green dot of 24 × 24. */
export const markerPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYAQMAAADaua+7AAAABlBMVEUAAAALhFcD0s82AAAAAnRSTlMA/1uRIrUAAAAwSURBVHjaY2BABnUMDIz/GxiY/x9gYP//gIH//wcwlv//AyuGyYPUgvSA9ILMQAIA6WcfydugVDUAAAAASUVORK5CYII=',
  'base64',
)
