type PictureContext = OffscreenCanvasRenderingContext2D

/**
 * Square pictures of one pixel density, each drawn when it is first needed. Without a
 * graphics processor copying one takes a third of copying a part of a larger one, and a
 * tenth of drawing its paths.
 */
export class Pictures {
  readonly pixelRatio: number
  readonly #known = new Map<string | number, ImageBitmap>()
  readonly #context: PictureContext

  constructor(pixelRatio: number) {
    this.pixelRatio = pixelRatio
    this.#context = new OffscreenCanvas(1, 1).getContext('2d') as PictureContext
  }

  /**
   * Copies the picture with a key onto a canvas whose transform is that of device pixels.
   * @param radius half its side, in CSS pixels
   * @param paint draws it around the origin, in CSS pixels
   * @param x of its middle, in CSS pixels
   */
  draw<Key extends string | number>(
    context: CanvasRenderingContext2D,
    key: Key,
    radius: number,
    paint: (context: PictureContext, key: Key) => void,
    x: number,
    y: number,
  ): void {
    const picture = this.#known.get(key) ?? this.#make(radius, (on) => paint(on, key))
    this.#known.set(key, picture)
    const half = picture.width / 2
    // Between whole pixels a picture is blurred and slow.
    context.drawImage(
      picture,
      Math.round(x * this.pixelRatio - half),
      Math.round(y * this.pixelRatio - half),
    )
  }

  #make(radius: number, paint: (context: PictureContext) => void): ImageBitmap {
    const context = this.#context
    const side = Math.ceil(2 * radius * this.pixelRatio)
    // Clears it and undoes every setting as well.
    context.canvas.width = side
    context.canvas.height = side
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, side / 2, side / 2)
    paint(context)
    return context.canvas.transferToImageBitmap()
  }
}
