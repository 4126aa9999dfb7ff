/** A place on the reader's disk that a stream goes to. */
export interface Destination {
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the file whole. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

interface WithFilePicker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/**
 * Asks where to, where the browser can write to a file while it receives; else keeps it in memory and hands it over as a download. Null
 * when the person chose no place. To be called at a press of a button, without waiting for anything before.
 */
export async function chooseDestination(fileName: string, type: string): Promise<Destination | null> {
  const { showSaveFilePicker } = window as WithFilePicker;
  if (showSaveFilePicker === undefined) return inMemory(fileName, type);
  try {
    const file = await (await showSaveFilePicker({ suggestedName: fileName })).createWritable();
    return {
      write: (chunk) => file.write(chunk as Uint8Array<ArrayBuffer>),
      finish: () => file.close(),
      discard: () => file.abort(),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

function inMemory(fileName: string, type: string): Destination {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    async write(chunk) {
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
    },
    async finish() {
      const url = URL.createObjectURL(new Blob(chunks, { type }));
      const link = document.createElement("a");
      link.href = url;
      link.download = fileName;
      link.click();
      // The download reads it after this turn.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    async discard() {
      chunks.length = 0;
    },
  };
}
