// Denoises a Cycles render and balances it to the paper ground.
//
// Dual-buffer non-local means (Rousselle et al. 2012) guided by Cycles' albedo and normal passes: the two halves of
// the sample budget, rendered with different seeds, give each other's weights and the variance.
// The albedo is filtered first and divided out, so that only light is smoothed: grain, speckle and print stay sharp.
//
//   gcc -Ofast -march=native -fopenmp denoise.c -o denoise -lm
//   denoise DIR WIDTH HEIGHT STRENGTH [R G B]
//
// DIR holds colA, colB, albA, albB and nrm (.f32, RGBA rows from the bottom up); out.f32 is written beside them.
// R G B, when given, is the linear colour that the ground along the frame's edge is brought to.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int W, H, P;

static int clamp(int v, int top) { return v < 0 ? 0 : v > top ? top : v; }

static float *load(const char *dir, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.f32", dir, name);
  FILE *f = fopen(path, "rb");
  if (!f) { perror(path); exit(1); }
  float *a = malloc(sizeof(float) * 4 * P);
  if (fread(a, 16, P, f) != (size_t)P) { fprintf(stderr, "%s is too short\n", path); exit(2); }
  fclose(f);
  return a;
}

// Mean over a square of 2r+1 pixels, separably.
static void box(const float *src, float *dst, float *tmp, int r) {
  float inv = 1.0f / (2 * r + 1);
  #pragma omp parallel for
  for (int y = 0; y < H; y++) {
    const float *a = src + (size_t)y * W;
    float sum = 0;
    for (int x = -r; x <= r; x++) sum += a[clamp(x, W - 1)];
    for (int x = 0; x < W; x++) {
      tmp[(size_t)y * W + x] = sum * inv;
      sum += a[clamp(x + r + 1, W - 1)] - a[clamp(x - r, W - 1)];
    }
  }
  #pragma omp parallel
  {
    float *sum = malloc(sizeof(float) * W);
    #pragma omp for
    for (int band = 0; band < 16; band++) {
      int y0 = H * band / 16, y1 = H * (band + 1) / 16;
      memset(sum, 0, sizeof(float) * W);
      for (int k = -r; k <= r; k++) {
        int yy = clamp(y0 + k, H - 1);
        for (int x = 0; x < W; x++) sum[x] += tmp[(size_t)yy * W + x];
      }
      for (int y = y0; y < y1; y++) {
        int out = clamp(y - r, H - 1), in = clamp(y + r + 1, H - 1);
        for (int x = 0; x < W; x++) {
          dst[(size_t)y * W + x] = sum[x] * inv;
          sum[x] += tmp[(size_t)in * W + x] - tmp[(size_t)out * W + x];
        }
      }
    }
    free(sum);
  }
}

static int by_value(const void *a, const void *b) {
  float d = *(const float *)a - *(const float *)b;
  return d < 0 ? -1 : d > 0;
}

// Median of one channel along the left, right and top edge.
static float ground(const float *rgba, int channel) {
  int edge = W / 24, n = 0;
  float *v = malloc(sizeof(float) * P);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      if (x < edge || x >= W - edge || y >= H - edge) v[n++] = rgba[4 * ((size_t)y * W + x) + channel];
  qsort(v, n, sizeof(float), by_value);
  float m = v[n / 2];
  free(v);
  return m;
}

// Channels of both halves, planar; the two differ by noise only.
typedef struct { float *half[2][3]; } Planes;

static Planes planes(void) {
  Planes p;
  for (int b = 0; b < 2; b++)
    for (int j = 0; j < 3; j++) p.half[b][j] = malloc(4 * (size_t)P);
  return p;
}

// A plane with its border repeated outwards, so that neighbours need no check.
enum { WINDOW = 5, PATCH = 2, PAD = WINDOW + PATCH, TALL = 24, WIDE = 128 };
static int S;
static float *padded(const float *src) {
  float *a = malloc(4 * (size_t)S * (H + 2 * PAD + TALL));
  for (int y = 0; y < H + 2 * PAD + TALL; y++)
    for (int x = 0; x < S; x++) a[(size_t)y * S + x] = src[(size_t)clamp(y - PAD, H - 1) * W + clamp(x - PAD, W - 1)];
  return a;
}

// Filters both halves by patches within `window` pixels; two features (three planes each) must agree within their
// spread, if given. Returns the mean of the halves, planar, in out. Works in tiles that fit into the cache.
static void filter(const Planes *in, float *out[3], float k, int window, const char *name, float *const *features, const float spread[2]) {
  float *variance[3], *tone[2][3], *guide[6] = {0};
  float *tmp = malloc(4 * (size_t)P), *d = malloc(4 * (size_t)P), *mean = malloc(4 * (size_t)P);
  double total = 0;
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < P; i++) {
      float e = in->half[0][j][i] - in->half[1][j][i];
      d[i] = e * e * 0.5f;
      total += d[i];
    }
    box(d, mean, tmp, 4);
    variance[j] = padded(mean);
    for (int b = 0; b < 2; b++) tone[b][j] = padded(in->half[b][j]);
    for (int f = 0; f < 2 && features; f++) guide[3 * f + j] = padded(features[3 * f + j]);
  }
  printf("noise of one half, %s: %.4f\n", name, sqrt(total / (3.0 * P)));
  #pragma omp parallel for collapse(2) schedule(dynamic)
  for (int top = 0; top < H; top += TALL)
    for (int left = 0; left < W; left += WIDE) {
      float result[3][TALL * WIDE] = {0};
      for (int b = 0; b < 2; b++) {
        float sum[3][TALL * WIDE] = {0}, weight[TALL * WIDE] = {0};
        for (int dy = -window; dy <= window; dy++)
          for (int dx = -window; dx <= window; dx++) {
            enum { W2 = WIDE + 2 * PATCH, H2 = TALL + 2 * PATCH };
            float apart[H2][W2], across[H2][WIDE];
            const long shift = (long)dy * S + dx;
            for (int y = 0; y < H2; y++) {
              const long row = (long)(top + y + PAD - PATCH) * S + left + PAD - PATCH;
              for (int x = 0; x < W2; x++) {
                float s = 0;
                for (int j = 0; j < 3; j++) {
                  const float *t = tone[b][j] + row, *v = variance[j] + row;
                  float e = t[x] - t[x + shift], vp = v[x], vq = v[x + shift];
                  s += (e * e - (vp + fminf(vp, vq))) / (1e-6f + k * k * (vp + vq));
                }
                apart[y][x] = s;
              }
              for (int x = 0; x < WIDE; x++) across[y][x] = apart[y][x] + apart[y][x + 1] + apart[y][x + 2] + apart[y][x + 3] + apart[y][x + 4];
            }
            for (int y = 0; y < TALL; y++) {
              const long row = (long)(top + y + PAD) * S + left + PAD;
              for (int x = 0; x < WIDE; x++) {
                float distance = (across[y][x] + across[y + 1][x] + across[y + 2][x] + across[y + 3][x] + across[y + 4][x]) / 75;
                for (int f = 0; f < 2 && features; f++) {
                  const float *r = guide[3 * f] + row, *g = guide[3 * f + 1] + row, *h = guide[3 * f + 2] + row;
                  float u = r[x] - r[x + shift], v = g[x] - g[x + shift], w = h[x] - h[x + shift];
                  distance = fmaxf(distance, (u * u + v * v + w * w) / (spread[f] * spread[f]));
                }
                float w = expf(-fminf(80, fmaxf(0, distance)));
                weight[y * WIDE + x] += w;
                for (int j = 0; j < 3; j++) sum[j][y * WIDE + x] += w * tone[1 - b][j][row + x + shift];
              }
            }
          }
        for (int j = 0; j < 3; j++)
          for (int i = 0; i < TALL * WIDE; i++) result[j][i] += .5f * sum[j][i] / weight[i];
      }
      for (int j = 0; j < 3; j++)
        for (int y = 0; y < TALL && top + y < H; y++)
          for (int x = 0; x < WIDE && left + x < W; x++) out[j][(top + y) * W + left + x] = result[j][y * WIDE + x];
    }
  for (int j = 0; j < 3; j++) {
    free(variance[j]); free(tone[0][j]); free(tone[1][j]); free(guide[j]); free(guide[3 + j]);
  }
  free(tmp); free(d); free(mean);
}

// Evens out what is left of the noise in smooth light: means of 25 pixels, `step` apart, that look alike.
static void even(float *tone[3], float *const *features, const float spread[2], int step) {
  const float kernel[5] = {.0625f, .25f, .375f, .25f, .0625f}, range = .06f;
  float *before[3];
  for (int j = 0; j < 3; j++) before[j] = memcpy(malloc(4 * (size_t)P), tone[j], 4 * (size_t)P);
  #pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < H; y++) {
    float sum[4][2048] = {0};
    for (int k = 0; k < 25; k++) {
      const int dx = (k % 5 - 2) * step, x0 = dx < 0 ? -dx : 0, x1 = dx > 0 ? W - dx : W;
      const long here = (long)y * W, there = (long)clamp(y + (k / 5 - 2) * step, H - 1) * W + dx;
      const float share = kernel[k % 5] * kernel[k / 5];
      for (int x = x0; x < x1; x++) {
        float a = 0, b = 0, c = 0;
        for (int j = 0; j < 3; j++) {
          float e = before[j][here + x] - before[j][there + x], f = features[j][here + x] - features[j][there + x], g = features[3 + j][here + x] - features[3 + j][there + x];
          a += e * e;
          b += f * f;
          c += g * g;
        }
        float w = share * expf(-fminf(60, a / (range * range) + b / (spread[0] * spread[0]) + c / (spread[1] * spread[1])));
        sum[3][x] += w;
        for (int j = 0; j < 3; j++) sum[j][x] += w * before[j][there + x];
      }
    }
    for (int j = 0; j < 3; j++)
      for (int x = 0; x < W; x++) tone[j][(long)y * W + x] = sum[j][x] / sum[3][x];
  }
  for (int j = 0; j < 3; j++) free(before[j]);
}

int main(int argc, char **argv) {
  if (argc < 5) { fprintf(stderr, "usage: denoise DIR WIDTH HEIGHT STRENGTH [R G B]\n"); return 2; }
  W = atoi(argv[2]); H = atoi(argv[3]); P = W * H; S = W + 2 * PAD + WIDE;
  const float k = atof(argv[4]), floor_ = 0.08f;
  float *colour[2] = {load(argv[1], "colA"), load(argv[1], "colB")};
  float *albedo[2] = {load(argv[1], "albA"), load(argv[1], "albB")}, *normal = load(argv[1], "nrm");
  Planes paint = planes(), light = planes();
  float *clean[3], *tone[3];
  for (int j = 0; j < 3; j++) { clean[j] = malloc(4 * (size_t)P); tone[j] = malloc(4 * (size_t)P); }
  for (int b = 0; b < 2; b++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < P; i++) paint.half[b][j][i] = fminf(1.5f, fmaxf(0, albedo[b][4 * i + j]));
  filter(&paint, clean, 0.5f, 4, "albedo", NULL, NULL);
  float *guide[6];
  for (int j = 0; j < 3; j++) {
    guide[j] = clean[j];
    guide[3 + j] = malloc(4 * (size_t)P);
    for (int i = 0; i < P; i++) guide[3 + j][i] = normal[4 * i + j];
  }
  for (int b = 0; b < 2; b++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < P; i++) {
        float x = colour[b][4 * i + j];
        x = x > 0 ? (x < 200 ? x : 200) : 0;
        light.half[b][j][i] = logf(1 + 2 * x / (clean[j][i] + floor_));
      }
  const float spread[] = {0.12f, 0.35f};
  filter(&light, tone, k, 5, "light", guide, spread);
  for (int step = 2; step <= 16; step *= 2) even(tone, guide, (const float[]){0.06f, 0.15f}, step);
  float *out = malloc(16 * (size_t)P);
  for (int i = 0; i < P; i++) {
    for (int j = 0; j < 3; j++) out[4 * i + j] = (expf(tone[j][i]) - 1) / 2 * (clean[j][i] + floor_);
    out[4 * i + 3] = 1;
  }
  if (argc > 7) {
    for (int j = 0; j < 3; j++) {
      float is = ground(out, j), gain = fminf(3.0f, fmaxf(0.3f, atof(argv[5 + j]) / fmaxf(is, 1e-4f)));
      printf("ground %c %.3f, gain %.3f\n", "rgb"[j], is, gain);
      for (int i = 0; i < P; i++) out[4 * i + j] *= gain;
    }
  }
  char path[1024];
  snprintf(path, sizeof path, "%s/out.f32", argv[1]);
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(out, 16, P, f) != (size_t)P) { perror(path); return 1; }
  fclose(f);
  return 0;
}
