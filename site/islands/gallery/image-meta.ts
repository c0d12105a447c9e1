/** ImageMeta is the size of a picture; zeros if it cannot be loaded. */
export interface ImageMeta {
  width: number
  height: number
}

/** Loads a picture and returns its size. */
export function getMeta(address: string): Promise<ImageMeta> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => {
      console.error('Failed to get image meta', address)
      resolve({ width: 0, height: 0 })
    }
    image.src = address
  })
}
