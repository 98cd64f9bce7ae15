// Denoises a Cycles render and balances it to the paper ground.
//
// Dual-buffer non-local means (Rousselle et al. 2012) guided by Cycles' albedo and normal passes: the two halves of
// the sample budget, rendered with different seeds, give each other's weights and the variance.
// The albedo is filtered first and divided out, so that only light is smoothed: grain, speckle and print stay sharp.
//
//   gcc -O3 -march=native -fopenmp denoise.c -o denoise -lm
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

// Filters both halves by patches within `window` pixels; `keep` (RGBA features) must agree within its spread, if given.
// Returns the mean of the halves, planar, in out.
static void filter(const Planes *in, float *out[3], float k, int window, const char *name, float *features[2],
                   const float spread[2]) {
  const int patch = 2;
  float *variance[3], *sum[2], *weight[2];
  float *tmp = malloc(4 * (size_t)P), *d = malloc(4 * (size_t)P), *mean = malloc(4 * (size_t)P);
  double total = 0;
  for (int j = 0; j < 3; j++) {
    variance[j] = malloc(4 * (size_t)P);
    for (int i = 0; i < P; i++) {
      float e = in->half[0][j][i] - in->half[1][j][i];
      d[i] = e * e * 0.5f;
      total += d[i];
    }
    box(d, variance[j], tmp, 4);
  }
  printf("noise of one half, %s: %.4f\n", name, sqrt(total / (3.0 * P)));
  for (int b = 0; b < 2; b++) { sum[b] = calloc(3 * (size_t)P, 4); weight[b] = calloc(P, 4); }
  for (int dy = -window; dy <= window; dy++)
    for (int dx = -window; dx <= window; dx++)
      for (int b = 0; b < 2; b++) {
        float *const *tone = in->half[b];
        #pragma omp parallel for
        for (int y = 0; y < H; y++)
          for (int x = 0; x < W; x++) {
            int i = y * W + x, q = clamp(y + dy, H - 1) * W + clamp(x + dx, W - 1);
            float s = 0;
            for (int j = 0; j < 3; j++) {
              float e = tone[j][i] - tone[j][q], vp = variance[j][i], vq = variance[j][q];
              s += (e * e - (vp + fminf(vp, vq))) / (1e-6f + k * k * (vp + vq));
            }
            d[i] = s / 3;
          }
        box(d, mean, tmp, patch);
        int o = 1 - b;
        #pragma omp parallel for
        for (int y = 0; y < H; y++) {
          int yy = y + dy;
          if (yy < 0 || yy >= H) continue;
          for (int x = 0; x < W; x++) {
            int xx = x + dx;
            if (xx < 0 || xx >= W) continue;
            int i = y * W + x, q = yy * W + xx;
            float distance = mean[i];
            for (int f = 0; f < 2 && features; f++) {
              float a = 0;
              for (int j = 0; j < 3; j++) {
                float e = features[f][4 * i + j] - features[f][4 * q + j];
                a += e * e;
              }
              distance = fmaxf(distance, a / (spread[f] * spread[f]));
            }
            if (distance < 0) distance = 0;
            if (distance > 12) continue;
            float w = expf(-distance);
            weight[o][i] += w;
            for (int j = 0; j < 3; j++) sum[o][3 * i + j] += w * tone[j][q];
          }
        }
      }
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < P; i++)
      out[j][i] = 0.5f * (sum[0][3 * i + j] / weight[0][i] + sum[1][3 * i + j] / weight[1][i]);
  for (int b = 0; b < 2; b++) { free(sum[b]); free(weight[b]); }
  for (int j = 0; j < 3; j++) free(variance[j]);
  free(tmp); free(d); free(mean);
}

int main(int argc, char **argv) {
  if (argc < 5) { fprintf(stderr, "usage: denoise DIR WIDTH HEIGHT STRENGTH [R G B]\n"); return 2; }
  W = atoi(argv[2]); H = atoi(argv[3]); P = W * H;
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
  float *guide = malloc(16 * (size_t)P);
  for (int i = 0; i < P; i++)
    for (int j = 0; j < 3; j++) guide[4 * i + j] = clean[j][i];
  for (int b = 0; b < 2; b++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < P; i++) {
        float x = colour[b][4 * i + j];
        x = x > 0 ? (x < 200 ? x : 200) : 0;
        light.half[b][j][i] = logf(1 + 2 * x / (clean[j][i] + floor_));
      }
  filter(&light, tone, k, 7, "light", (float *[]){guide, normal}, (const float[]){0.12f, 0.35f});
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
