import type { RenderedDocument } from '@shop/remote-contract/shell-build';
import * as v from 'valibot';

/*
 * Messages of a renderer process. They come from the code of a shell, so the gateway checks each of them. The messages to the
 * process are in renderer-process.mjs of @shop/releases.
 */

const message = v.union([
  v.object({
    started: v.object({
      reportsHealth: v.boolean(),
      wellKnown: v.nullable(v.object({ favicon: v.string(), serviceWorker: v.string() })),
    }),
  }),
  v.object({ failed: v.string() }),
  v.object({ id: v.number(), error: v.string() }),
  v.object({ id: v.number(), result: v.unknown() }),
]);

export type RendererMessage = v.InferOutput<typeof message>;

/**
 * Parses one line from a renderer process.
 *
 * @throws When the line is no message.
 */
export const parseRendererMessage = (line: string): RendererMessage => v.parse(message, JSON.parse(line));

/** An origin cannot add a directive to the content security policy. */
const originPattern = /^https?:\/\/[^\s;,'"/]+$/;

/** A name cannot add a directive to the content security policy either. */
const policyNamePattern = /^[\w-]+$/;

const renderedDocument = v.object({
  status: v.picklist([200, 404]),
  html: v.string(),
  isPrivate: v.exactOptional(v.boolean()),
  inlineScripts: v.array(v.string()),
  apiOrigin: v.pipe(v.string(), v.regex(originPattern)),
  trustedTypes: v.exactOptional(v.array(v.pipe(v.string(), v.regex(policyNamePattern)))),
});

/** @throws When a shell returned something other than a document. */
export const parseDocument = (result: unknown): RenderedDocument => v.parse(renderedDocument, result);

/** @throws When a shell returned something other than a text. */
export const parseText = (result: unknown): string => v.parse(v.string(), result);
