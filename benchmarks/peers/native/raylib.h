/* What PufferLib's games ask of raylib to draw themselves. Nothing is drawn here. */
#include <stdbool.h>

typedef struct { unsigned char r, g, b, a; } Color;
typedef struct { float x, y; } Vector2;
typedef struct { float x, y, width, height; } Rectangle;
typedef struct { int id; } Texture2D;

#define BLACK ((Color){0})
#define GRAY ((Color){0})
#define PURPLE ((Color){0})
#define WHITE ((Color){0})

#define InitWindow(...) ((void)0)
#define CloseWindow(...) ((void)0)
#define SetTargetFPS(...) ((void)0)
#define LoadTexture(...) ((Texture2D){0})
#define IsKeyDown(...) 0
#define BeginDrawing(...) ((void)0)
#define EndDrawing(...) ((void)0)
#define ClearBackground(...) ((void)0)
#define DrawRectangle(...) ((void)0)
#define DrawCircle(...) ((void)0)
#define DrawCircleGradient(...) ((void)0)
#define DrawLineEx(...) ((void)0)
#define DrawText(...) ((void)0)
#define DrawTexturePro(...) ((void)0)
